/**
 * {@code eyewall plan show}: a process that runs topologies answers on a socket of its user what
 * placement by traffic has seen and decided; the command asks it.
 */
@NullMarked
package io.eyewall.cli.plan;

import org.jspecify.annotations.NullMarked;
