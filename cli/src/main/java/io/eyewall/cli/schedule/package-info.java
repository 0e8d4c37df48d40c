/** {@code eyewall schedule}: the generator of a Storm cluster's schedules, and what it is told. */
@NullMarked
package io.eyewall.cli.schedule;

import org.jspecify.annotations.NullMarked;
