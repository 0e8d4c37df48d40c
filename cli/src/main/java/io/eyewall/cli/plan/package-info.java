/**
 * {@code eyewall plan}: what placement by traffic has seen and decided in a process that runs
 * topologies, and another way for it to find places. The process is asked as {@code control/} says.
 */
@NullMarked
package io.eyewall.cli.plan;

import org.jspecify.annotations.NullMarked;
