package io.eyewall.engine.emit;

import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.delivery.StreamSource;
import io.eyewall.engine.delivery.TracedTuple;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.routing.Route;
import io.eyewall.engine.trace.LiveEmit;
import io.eyewall.engine.trace.LiveSpan;
import io.eyewall.engine.trace.ValuePrint;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An emit whose tuples are traced: a spout's message, with which a trace begins, or a bolt's emit
 * that is anchored to traced tuples or made without an anchor within the execute of a traced tuple.
 */
public final class TracedEmit {
    private final LiveSpan parent;
    private final List<LiveSpan> links;
    private final LiveEmit emit;
    private final Consumer<@Nullable TupleTree> onOpened;

    private TracedEmit(
            LiveSpan parent,
            List<LiveSpan> links,
            LiveEmit emit,
            Consumer<@Nullable TupleTree> onOpened) {
        this.parent = parent;
        this.links = links;
        this.emit = emit;
        this.onOpened = onOpened;
    }

    /**
     * Begins the trace of a spout's message.
     *
     * @param root the message's span
     * @param onOpened receives the tree that counts the message's tuples; null if they are not
     *     tracked
     * @return null if the trace is full
     */
    public static @Nullable TracedEmit forSpout(
            LiveSpan root,
            Route route,
            List<Integer> targetIds,
            List<Object> values,
            Consumer<@Nullable TupleTree> onOpened) {
        LiveEmit emit =
                root.emit(route.source().streamId(), ValuePrint.of(values), targetIds, null);
        return emit == null ? null : new TracedEmit(root, List.of(), emit, onOpened);
    }

    /**
     * Adds an emit to the spans of the tuples from which it comes.
     *
     * @param parents the spans of these tuples: first the one that becomes the parent of the
     *     emitted tuples' spans, then those to which these spans are linked
     * @return null if there are no parents, or the trace is full
     */
    public static @Nullable TracedEmit forBolt(
            List<LiveSpan> parents, Route route, List<Integer> targetIds, List<Object> values) {
        if (parents.isEmpty()) {
            return null;
        }
        LiveSpan first = parents.get(0);
        List<LiveSpan> links = List.copyOf(parents.subList(1, parents.size()));
        String stream = route.source().streamId();
        String text = ValuePrint.of(values);
        LiveEmit emit = first.emit(stream, text, targetIds, null);
        if (emit == null) {
            return null;
        }
        for (LiveSpan other : links) {
            if (other.trace() != first.trace()) {
                other.emit(stream, text, targetIds, first.trace());
            }
        }
        return new TracedEmit(first, links, emit, tree -> {});
    }

    /**
     * Called when the tuples have been counted and are about to be delivered. On the core of the
     * emitting task.
     *
     * @param tree the tree that counts the tuples; null if they are not tracked
     */
    void onOpened(@Nullable TupleTree tree) {
        onOpened.accept(tree);
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
