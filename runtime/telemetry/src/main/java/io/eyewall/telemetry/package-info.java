/**
 * Traces of messages for OpenTelemetry: {@link io.eyewall.telemetry.TraceExporter} sends the traces
 * of running topologies to any exporter of spans, {@link io.eyewall.telemetry.ContextScopes} makes
 * a tuple's span the current one for the user's own instrumentation. Depends on {@code engine}, and
 * on OpenTelemetry's SDK.
 */
@NullMarked
package io.eyewall.telemetry;

import org.jspecify.annotations.NullMarked;
