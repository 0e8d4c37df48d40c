package io.eyewall.telemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.List;

/**
 * A span in the form that exporters require.
 *
 * @param context the span's identity
 * @param parent the parent span; invalid if there is none
 * @param startNs nanoseconds since 1970
 * @param endNs nanoseconds since 1970
 */
record TupleSpan(
        SpanContext context,
        SpanContext parent,
        Resource resource,
        String name,
        SpanKind kind,
        long startNs,
        long endNs,
        Attributes attributes,
        List<EventData> events,
        List<LinkData> links,
        StatusData status)
        implements SpanData {
    private static final InstrumentationScopeInfo SCOPE =
            InstrumentationScopeInfo.create("io.eyewall");

    @Override
    public SpanContext getSpanContext() {
        return context;
    }

    @Override
    public SpanContext getParentSpanContext() {
        return parent;
    }

    @Override
    public Resource getResource() {
        return resource;
    }

    @Override
    public InstrumentationScopeInfo getInstrumentationScopeInfo() {
        return SCOPE;
    }

    @Override
    @Deprecated
    @SuppressWarnings("InlineMeSuggester") // a method of the interface
    public io.opentelemetry.sdk.common.InstrumentationLibraryInfo getInstrumentationLibraryInfo() {
        return io.opentelemetry.sdk.common.InstrumentationLibraryInfo.create(SCOPE.getName(), null);
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public SpanKind getKind() {
        return kind;
    }

    @Override
    public long getStartEpochNanos() {
        return startNs;
    }

    @Override
    public long getEndEpochNanos() {
        return endNs;
    }

    @Override
    public boolean hasEnded() {
        return true;
    }

    @Override
    public Attributes getAttributes() {
        return attributes;
    }

    @Override
    public List<EventData> getEvents() {
        return events;
    }

    @Override
    public List<LinkData> getLinks() {
        return links;
    }

    @Override
    public StatusData getStatus() {
        return status;
    }

    @Override
    public int getTotalRecordedEvents() {
        return events.size();
    }

    @Override
    public int getTotalRecordedLinks() {
        return links.size();
    }

    @Override
    public int getTotalAttributeCount() {
        return attributes.size();
    }
}
