/**
 * {@code eyewall plan}: shows what placement by traffic has measured and decided in a process that
 * runs topologies, and selects another algorithm. Uses the protocol of {@code control/}.
 */
@NullMarked
package io.eyewall.cli.plan;

import org.jspecify.annotations.NullMarked;
