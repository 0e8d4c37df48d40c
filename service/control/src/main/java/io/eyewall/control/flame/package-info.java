/**
 * Flame graphs: shows where a process spends its time, by stack samples that JFR takes for some
 * seconds. All sizes are limited. {@link io.eyewall.control.flame.FlameService} is called through
 * the control port. Depends on the protocol of {@code control}, and on the module {@code jdk.jfr}
 * only while sampling.
 */
@NullMarked
package io.eyewall.control.flame;

import org.jspecify.annotations.NullMarked;
