package io.eyewall.engine.bolt;

import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.delivery.TracedTuple;
import io.eyewall.engine.emit.EmitTracer;
import io.eyewall.engine.emit.TracedEmit;
import io.eyewall.engine.emit.Tracing;
import io.eyewall.engine.emit.TupleAnchoring;
import io.eyewall.engine.routing.Route;
import io.eyewall.engine.trace.LiveSpan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Traces a bolt's emits that are anchored to traced tuples, or made without an anchor within the
 * execute of a traced tuple.
 */
final class BoltTracing implements EmitTracer {
    /** Maximum number of spans to which a span is linked besides its parent. */
    private static final int MAX_LINKS = 32;

    private final BoltTask task;

    BoltTracing(BoltTask task) {
        this.task = task;
    }

    @Override
    public boolean mayTrace(TupleAnchoring anchoring) {
        Collection<Tuple> anchors = anchoring.anchors();
        return (anchors == null || anchors.isEmpty())
                ? task.currentSpan() != null
                : Tracing.isTraced(anchors);
    }

    @Override
    public @Nullable TracedEmit begin(
            TupleAnchoring anchoring, Route route, List<Integer> ids, List<Object> values) {
        return TracedEmit.forBolt(parentSpans(anchoring.anchors()), route, ids, values);
    }

    /** Returns the spans that precede an emit: first the parent, then those to link. */
    private List<LiveSpan> parentSpans(@Nullable Collection<Tuple> anchors) {
        if (anchors == null || anchors.isEmpty()) {
            LiveSpan current = task.currentSpan();
            return current == null ? List.of() : List.of(current);
        }
        List<LiveSpan> spans = new ArrayList<>(1);
        for (Tuple anchor : anchors) {
            if (EngineTuple.of(anchor) instanceof TracedTuple traced) {
                if (spans.size() > MAX_LINKS) {
                    spans.get(0).trace().countOmitted(1);
                } else if (!spans.contains(traced.span())) {
                    spans.add(traced.span());
                }
            }
        }
        return spans;
    }
}
