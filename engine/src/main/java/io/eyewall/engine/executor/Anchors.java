package io.eyewall.engine.executor;

import io.eyewall.engine.acking.JointTree;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.routing.Route;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/** The tuples that a bolt's emit is anchored to. */
final class Anchors implements TupleAnchoring {
    private final Collection<Tuple> tuples;

    /** Trees onto which the tuples are to be grafted; empty if the emit is the core's own. */
    private final List<TupleTree> grafts = new ArrayList<>(0);

    private Anchors(Collection<Tuple> tuples) {
        this.tuples = tuples;
    }

    /**
     * @param anchor the only one, or null
     * @param anchors several; null or empty if there is but one or none
     */
    static TupleAnchoring of(@Nullable Tuple anchor, @Nullable Collection<Tuple> anchors) {
        if (anchor != null) {
            return new Anchors(List.of(anchor));
        }
        return anchors == null || anchors.isEmpty() ? TupleAnchoring.NONE : new Anchors(anchors);
    }

    /** Tuples of other tasks get grafts now: those tasks may ack them before the emit is done. */
    @Override
    public TupleAnchoring sendAhead(Task emitter) {
        List<Tuple> own = new ArrayList<>(tuples.size());
        Anchors later = new Anchors(own);
        for (Tuple tuple : tuples) {
            EngineTuple original = EngineTuple.of(tuple);
            if (original == null || original.destination() == emitter) {
                own.add(tuple);
                continue;
            }
            TupleTree graft = original.destination().graft(original, emitter.core());
            if (graft != null) {
                later.grafts.add(graft);
            }
        }
        return later;
    }

    @Override
    public Collection<Tuple> anchors() {
        return tuples;
    }

    @Override
    public @Nullable TupleTree open(Core core, Route route, int count) {
        TupleTree tree = openAll(core, tuples, grafts, count);
        if (count == 0) {
            grafts.forEach(Anchors::letGo);
        }
        return tree;
    }

    /** Nothing is emitted after all. */
    private static void letGo(TupleTree graft) {
        graft.open(1);
        graft.finishOne();
    }

    /**
     * The tree for tuples anchored to a tuple, on this core; null if it is not tracked. A tuple
     * that is with another core's task gets a graft. hot path.
     */
    static @Nullable TupleTree treeOf(Core core, Tuple anchor) {
        EngineTuple tuple = EngineTuple.of(anchor);
        if (tuple == null) {
            return null;
        }
        TupleTree counted = tuple.treeCountedBy(core);
        if (counted != null) {
            return counted;
        }
        Endpoint holder = tuple.destination();
        return holder.core() == core ? tuple.treeOn(core) : holder.graft(tuple, core);
    }

    /** Opens {@code count} tuples in the trees of the anchors; null if none is tracked. */
    static @Nullable TupleTree openFor(Core core, Collection<Tuple> anchors, int count) {
        return openAll(core, anchors, List.of(), count);
    }

    private static @Nullable TupleTree openAll(
            Core core, Collection<Tuple> anchors, List<TupleTree> grafts, int count) {
        if (count == 0) {
            return null;
        }
        TupleTree[] trees = grafts.toArray(new TupleTree[grafts.size() + anchors.size()]);
        int tracked = grafts.size();
        for (Tuple anchor : anchors) {
            TupleTree tree = treeOf(core, anchor);
            if (tree != null) {
                trees[tracked++] = tree;
            }
        }
        if (tracked == 0) {
            return null;
        }
        if (tracked == 1) {
            trees[0].open(count);
            return trees[0];
        }
        TupleTree[] parents = Arrays.copyOf(trees, tracked);
        for (TupleTree parent : parents) {
            parent.open(1);
        }
        TupleTree joint = new JointTree(core, parents);
        joint.open(count);
        return joint;
    }
}
