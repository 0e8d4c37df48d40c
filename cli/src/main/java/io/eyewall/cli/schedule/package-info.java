/** {@code eyewall schedule}: runs and controls the generator of a Storm cluster's schedules. */
@NullMarked
package io.eyewall.cli.schedule;

import org.jspecify.annotations.NullMarked;
