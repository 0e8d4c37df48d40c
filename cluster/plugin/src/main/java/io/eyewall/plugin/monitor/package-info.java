/**
 * Measures a worker of a Storm cluster from within (T-Storm, section IV-B): {@link
 * io.eyewall.plugin.monitor.LoadHook} counts the tuples that each task sends to each other task,
 * {@link io.eyewall.plugin.monitor.MeasuredWait} measures the processor time that executors spend
 * waiting. One daemon thread per worker, {@code eyewall-load}, reads both and sends a {@link
 * io.eyewall.plugin.wire.LoadReport} per period to the schedule generator. Counters belong to the
 * executors' threads; the reporting thread only reads them. Uses {@code wire}.
 */
@NullMarked
package io.eyewall.plugin.monitor;

import org.jspecify.annotations.NullMarked;
