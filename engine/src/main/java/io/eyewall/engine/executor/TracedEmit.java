package io.eyewall.engine.executor;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.delivery.StreamSource;
import io.eyewall.engine.delivery.TracedTuple;
import io.eyewall.engine.routing.Route;
import io.eyewall.engine.trace.LiveEmit;
import io.eyewall.engine.trace.LiveSpan;
import io.eyewall.engine.trace.ValuePrint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * An emit whose tuples are traced: a message of a spout, whose trace begins with it, or what a bolt
 * emits anchored to traced tuples, or within the execute of one without any anchor.
 */
final class TracedEmit {
    /** Spans that one is linked to besides its parent. */
    private static final int MOST_LINKS = 32;

    private final LiveSpan parent;
    private final List<LiveSpan> links;
    private final LiveEmit emit;
    private final SpoutTracing.@Nullable Message message;

    private TracedEmit(
            LiveSpan parent,
            List<LiveSpan> links,
            LiveEmit emit,
            SpoutTracing.@Nullable Message message) {
        this.parent = parent;
        this.links = links;
        this.emit = emit;
        this.message = message;
    }

    /** Whether {@link #of} may give one. Any thread; calls no user code. */
    static boolean mayBe(Task task, TupleAnchoring lineage) {
        if (task instanceof SpoutTask spout) {
            return spout.tracing().mayBegin();
        }
        Collection<Tuple> anchors = lineage.anchors();
        if (anchors == null || anchors.isEmpty()) {
            return ((BoltTask) task).spanInHand() != null;
        }
        return Tracing.isTraced(anchors);
    }

    /**
     * The one that an emit is, or null if it is not traced. In user code, on the thread that emits:
     * values are printed.
     *
     * @param ids who gets it
     */
    static @Nullable TracedEmit of(
            Task task,
            TupleAnchoring lineage,
            Route route,
            List<Integer> ids,
            List<Object> values) {
        return task instanceof SpoutTask spout
                ? ofSpout(spout, lineage.messageId(), route, ids, values)
                : ofBolt(parents((BoltTask) task, lineage.anchors()), route, ids, values);
    }

    private static @Nullable TracedEmit ofSpout(
            SpoutTask spout,
            @Nullable Object messageId,
            Route route,
            List<Integer> ids,
            List<Object> values) {
        SpoutTracing.Message begun = spout.tracing().begin(messageId);
        if (begun == null) {
            return null;
        }
        LiveSpan root = begun.trace().root();
        LiveEmit emit = root.emit(route.source().streamId(), ValuePrint.of(values), ids, null);
        return emit == null ? null : new TracedEmit(root, List.of(), emit, begun);
    }

    private static List<LiveSpan> parents(BoltTask bolt, @Nullable Collection<Tuple> anchors) {
        if (anchors == null || anchors.isEmpty()) {
            LiveSpan inHand = bolt.spanInHand();
            return inHand == null ? List.of() : List.of(inHand);
        }
        List<LiveSpan> spans = new ArrayList<>(1);
        for (Tuple anchor : anchors) {
            if (EngineTuple.of(anchor) instanceof TracedTuple traced) {
                if (spans.size() > MOST_LINKS) {
                    spans.get(0).trace().leaveOut(1);
                } else if (!spans.contains(traced.span())) {
                    spans.add(traced.span());
                }
            }
        }
        return spans;
    }

    private static @Nullable TracedEmit ofBolt(
            List<LiveSpan> parents, Route route, List<Integer> ids, List<Object> values) {
        if (parents.isEmpty()) {
            return null;
        }
        LiveSpan first = parents.get(0);
        List<LiveSpan> links = List.copyOf(parents.subList(1, parents.size()));
        String stream = route.source().streamId();
        String text = ValuePrint.of(values);
        LiveEmit emit = first.emit(stream, text, ids, null);
        if (emit == null) {
            return null;
        }
        for (LiveSpan other : links) {
            if (other.trace() != first.trace()) {
                other.emit(stream, text, ids, first.trace());
            }
        }
        return new TracedEmit(first, links, emit, null);
    }

    /**
     * The tuples have been counted and are about to be delivered. The core of the emitting task.
     *
     * @param tree where; null if nowhere
     */
    void opened(Task task, @Nullable TupleTree tree) {
        if (message != null) {
            ((SpoutTask) task).tracing().opened(message, (RootTree) tree);
        }
    }

    /** As {@link Endpoint#deliver}, of one of its tuples. */
    void deliver(
            Endpoint target,
            StreamSource source,
            List<Object> values,
            @Nullable TupleTree tree,
            Core from,
            CoreOwner own) {
        String component = target instanceof Task task ? task.context().getThisComponentId() : "";
        LiveSpan span = parent.child(emit, links, component, target.taskId());
        if (span == null) {
            target.deliver(source, values, tree, from, own);
        } else {
            target.deliver(new TracedTuple(source, values, target, tree, from, span), from, own);
        }
    }
}
