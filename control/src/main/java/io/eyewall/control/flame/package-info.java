/**
 * Where a process spends its time, by samples of its threads' stacks that the JVM's own recorder
 * (JFR) takes for some seconds. All of it is bounded. {@link io.eyewall.control.flame.FlameService}
 * is asked through the control port. Depends on the protocol of {@code control}, and on the module
 * {@code jdk.jfr} only when it is asked.
 */
@NullMarked
package io.eyewall.control.flame;

import org.jspecify.annotations.NullMarked;
