package io.eyewall.engine.emit;

import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.routing.Route;
import java.util.Collection;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Connects the tuples of one emit to the trees of their anchors for a bolt, to a message for a
 * spout. For the core of the emitting task, unless a method states otherwise.
 */
public interface TupleAnchoring {
    /** Anchoring of tuples that are in no tree. */
    TupleAnchoring NONE =
            new TupleAnchoring() {
                @Override
                public @Nullable TupleTree open(Core core, Route route, int tuples) {
                    return null;
                }
            };

    /**
     * Prepares an emit that another thread submits to the core; called when it is certain that the
     * core will make it. On the emitting thread.
     *
     * @param emitter the task that emits
     * @return the anchoring that the core uses for the emit
     */
    default TupleAnchoring prepareForeign(Task emitter) {
        return this;
    }

    /**
     * Counts the tuples before they are delivered.
     *
     * @param tuples the number of tuples; may be 0
     * @return the tree that counts them; null if they are not tracked
     */
    @Nullable TupleTree open(Core core, Route route, int tuples);

    /**
     * Called when the tuples have been delivered; the thread may have lost the core meanwhile.
     *
     * @param tree the result of {@link #open}
     */
    default void onDelivered(Core core, CoreOwner owner, @Nullable TupleTree tree) {}

    /**
     * Called when the emit has been submitted to the core. Runs as user code, on the emitting
     * thread.
     */
    default void onSubmitted() {}

    /** Returns the anchors of a bolt's emit, for observers; null or empty if there are none. */
    default @Nullable Collection<Tuple> anchors() {
        return null;
    }

    /** Returns the message id of a spout's emit, for observers; or null. */
    default @Nullable Object messageId() {
        return null;
    }
}
