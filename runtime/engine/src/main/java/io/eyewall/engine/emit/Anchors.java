package io.eyewall.engine.emit;

import io.eyewall.engine.acking.JointTree;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.memory.HotPath;
import io.eyewall.engine.routing.Route;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/** The anchors of a bolt's emit. */
public final class Anchors implements TupleAnchoring {
    private final Collection<Tuple> tuples;

    /**
     * Grafts that were made for anchors of other tasks; empty unless the emit is a foreign call.
     */
    private final List<TupleTree> grafts = new ArrayList<>(0);

    private Anchors(Collection<Tuple> tuples) {
        this.tuples = tuples;
    }

    /**
     * Returns the anchoring of an emit.
     *
     * @param anchor the only anchor, or null
     * @param anchors several anchors; null or empty if there is one or none
     */
    public static TupleAnchoring anchoringTo(
            @Nullable Tuple anchor, @Nullable Collection<Tuple> anchors) {
        if (anchor != null) {
            return new Anchors(List.of(anchor));
        }
        return anchors == null || anchors.isEmpty() ? TupleAnchoring.NONE : new Anchors(anchors);
    }

    /**
     * Makes the grafts on those anchors that other tasks received. It makes them now, because those
     * tasks may ack the anchors before the core makes the emit.
     */
    @Override
    public TupleAnchoring prepareForeign(Task emitter) {
        List<Tuple> ownTuples = new ArrayList<>(tuples.size());
        Anchors prepared = new Anchors(ownTuples);
        for (Tuple tuple : tuples) {
            EngineTuple original = EngineTuple.of(tuple);
            if (original == null || original.destination() == emitter) {
                ownTuples.add(tuple);
                continue;
            }
            TupleTree graft = original.destination().graft(original, emitter.core());
            if (graft != null) {
                prepared.grafts.add(graft);
            }
        }
        return prepared;
    }

    @Override
    public Collection<Tuple> anchors() {
        return tuples;
    }

    @Override
    public @Nullable TupleTree open(Core core, Route route, int count) {
        TupleTree tree = openAll(core, tuples, grafts, count);
        if (count == 0) {
            grafts.forEach(Anchors::finishUnused);
        }
        return tree;
    }

    /** Finishes a graft to which nothing is anchored. */
    private static void finishUnused(TupleTree graft) {
        graft.open(1);
        graft.finishOne();
    }

    /**
     * Returns the tree in which tuples anchored to {@code anchor} are counted on this core; null if
     * it is not tracked. If a task of another core received the anchor, it is a new graft.
     */
    @HotPath
    public static @Nullable TupleTree treeOf(Core core, Tuple anchor) {
        EngineTuple tuple = EngineTuple.of(anchor);
        if (tuple == null) {
            return null;
        }
        TupleTree treeHere = tuple.treeCountedBy(core);
        if (treeHere != null) {
            return treeHere;
        }
        Endpoint receiver = tuple.destination();
        return receiver.core() == core ? tuple.treeOn(core) : receiver.graft(tuple, core);
    }

    /**
     * Opens {@code count} tuples in the trees of the anchors. Returns the tree that counts them;
     * null if no anchor is tracked.
     */
    public static @Nullable TupleTree openFor(Core core, Collection<Tuple> anchors, int count) {
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
