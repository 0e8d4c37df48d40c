/**
 * The schedule generator (T-Storm, section IV-C): a service that receives views of a cluster from
 * Nimbus and loads of executors from monitors, and makes plans. One thread, {@code
 * eyewall-generator}, owns its state ({@link io.eyewall.cluster.generator.ScheduleGenerator}, which
 * is stepped); HTTP threads pass views and commands to it. Depends on {@code plugin.wire}, {@code
 * placement} and {@code web}.
 */
@NullMarked
package io.eyewall.cluster.generator;

import org.jspecify.annotations.NullMarked;
