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
 * An emit whose tuples are traced: a spout's message, with which a trace begins, or a bolt's emit
 * that is anchored to traced tuples or made without an anchor within the execute of a traced tuple.
 */
final class TracedEmit {
    /** Maximum number of spans to which a span is linked besides its parent. */
    private static final int MAX_LINKS = 32;

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

    /** Returns whether {@link #of} may return an object. Any thread; calls no user code. */
    static boolean isPossible(Task task, TupleAnchoring anchoring) {
        if (task instanceof SpoutTask spout) {
            return spout.tracing().mayBegin();
        }
        Collection<Tuple> anchors = anchoring.anchors();
        if (anchors == null || anchors.isEmpty()) {
            return ((BoltTask) task).currentSpan() != null;
        }
        return Tracing.isTraced(anchors);
    }

    /**
     * Returns the traced emit, or null if the emit is not traced. Runs as user code on the emitting
     * thread, because values are printed.
     *
     * @param ids the tasks that receive the tuples
     */
    static @Nullable TracedEmit of(
            Task task,
            TupleAnchoring anchoring,
            Route route,
            List<Integer> ids,
            List<Object> values) {
        return task instanceof SpoutTask spout
                ? ofSpout(spout, anchoring.messageId(), route, ids, values)
                : ofBolt(parents((BoltTask) task, anchoring.anchors()), route, ids, values);
    }

    private static @Nullable TracedEmit ofSpout(
            SpoutTask spout,
            @Nullable Object messageId,
            Route route,
            List<Integer> ids,
            List<Object> values) {
        SpoutTracing.Message tracedMessage = spout.tracing().begin(messageId);
        if (tracedMessage == null) {
            return null;
        }
        LiveSpan root = tracedMessage.trace().root();
        LiveEmit emit = root.emit(route.source().streamId(), ValuePrint.of(values), ids, null);
        return emit == null ? null : new TracedEmit(root, List.of(), emit, tracedMessage);
    }

    private static List<LiveSpan> parents(BoltTask bolt, @Nullable Collection<Tuple> anchors) {
        if (anchors == null || anchors.isEmpty()) {
            LiveSpan current = bolt.currentSpan();
            return current == null ? List.of() : List.of(current);
        }
        List<LiveSpan> spans = new ArrayList<>(1);
        for (Tuple anchor : anchors) {
            if (EngineTuple.of(anchor) instanceof TracedTuple traced) {
                if (spans.size() > MAX_LINKS) {
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
     * Called when the tuples have been counted and are about to be delivered. On the core of the
     * emitting task.
     *
     * @param tree the tree that counts the tuples; null if they are not tracked
     */
    void opened(Task task, @Nullable TupleTree tree) {
        if (message != null) {
            ((SpoutTask) task).tracing().opened(message, (RootTree) tree);
        }
    }

    /** Delivers one of the tuples as {@link Endpoint#deliver} does. */
    void deliver(
            Endpoint target,
            StreamSource source,
            List<Object> values,
            @Nullable TupleTree tree,
            Core from,
            CoreOwner owner) {
        String component = target instanceof Task task ? task.context().getThisComponentId() : "";
        LiveSpan span = parent.child(emit, links, component, target.taskId());
        if (span == null) {
            target.deliver(source, values, tree, from, owner);
        } else {
            target.deliver(new TracedTuple(source, values, target, tree, from, span), from, owner);
        }
    }
}
