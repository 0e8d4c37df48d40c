/**
 * {@code eyewall run} and {@code demo}: starts an application's topologies in this process and
 * reports until their end.
 */
@NullMarked
package io.eyewall.cli.run;

import org.jspecify.annotations.NullMarked;
