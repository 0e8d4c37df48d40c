package io.eyewall.engine.executor;

import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.routing.Route;
import java.util.Collection;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * What the tuples of one emit belong to: a bolt's to the trees of their anchors, a spout's to a
 * message. For the core of the emitting task.
 */
interface TupleAnchoring {
    /** Tuples that are in no tree. */
    TupleAnchoring NONE =
            new TupleAnchoring() {
                @Override
                public @Nullable TupleTree open(Core core, Route route, int tuples) {
                    return null;
                }
            };

    /**
     * The emit is sent to the core by another thread and is done there later; called when it is
     * certain that it will. On the thread that emits.
     *
     * @param emitter whose emit it is
     * @return what its tuples belong to then
     */
    default TupleAnchoring sendAhead(Task emitter) {
        return this;
    }

    /**
     * Counts the tuples before they are delivered.
     *
     * @param tuples how many; may be 0
     * @return where they are counted; null if they are not
     */
    @Nullable TupleTree open(Core core, Route route, int tuples);

    /**
     * The tuples have been delivered; the thread may have lost the core meanwhile.
     *
     * @param tree as {@link #open} gave it
     */
    default void onDelivered(Core core, CoreOwner own, @Nullable TupleTree tree) {}

    /** The rest of the emit has been left to the core, on the thread that emits: in user code. */
    default void onLeftToCore() {}

    /** What a bolt anchored to, for those who look on; null or empty if nothing. */
    default @Nullable Collection<Tuple> anchors() {
        return null;
    }

    /** What a spout gave, for those who look on; or null. */
    default @Nullable Object messageId() {
        return null;
    }
}
