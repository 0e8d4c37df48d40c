/**
 * The metrics of running topologies in the text formats of Prometheus and OpenMetrics. Any thread
 * may call. Depends on nothing.
 */
@NullMarked
package io.eyewall.server.prometheus;

import org.jspecify.annotations.NullMarked;
