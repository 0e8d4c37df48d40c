package io.eyewall.engine.emit;

import io.eyewall.engine.routing.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides which emits of a task are traced. Any thread. */
public interface EmitTracer {
    /** Returns whether {@link #begin} may return an object. Calls no user code. */
    boolean mayTrace(TupleAnchoring anchoring);

    /**
     * Returns the traced emit, or null if the emit is not traced. Runs as user code on the emitting
     * thread, because values are printed and message ids are compared.
     *
     * @param targetIds ids of the tasks that receive the tuples
     */
    @Nullable TracedEmit begin(
            TupleAnchoring anchoring, Route route, List<Integer> targetIds, List<Object> values);
}
