/** {@code eyewall storm}: the command line of Storm's {@code storm}, translated. */
@NullMarked
package io.eyewall.cli.storm;

import org.jspecify.annotations.NullMarked;
