package io.eyewall.engine.executor;

import io.eyewall.engine.acking.JointTree;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Driver;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.delivery.StreamSource;
import java.util.Collection;
import java.util.List;
import org.apache.storm.tuple.Tuple;

/** The last step of an emit: tuples go to their tasks. For the emitting core's thread. */
final class Delivery {
    private Delivery() {}

    /** To a task of this core directly, to one of another core by link. hot path. */
    static void deliver(Core core, EngineTuple tuple) {
        Core target = tuple.destination().core();
        if (target == core) {
            tuple.arrive();
        } else {
            core.send(target, tuple);
        }
    }

    /**
     * One tuple for each chosen task. If a directly called bolt loses the thread its core, the rest
     * is delivered by the successor.
     *
     * @param tree counts the tuples already, or null
     */
    static void deliverAll(
            Core core,
            StreamSource source,
            List<Object> values,
            Endpoint[] chosen,
            TupleTree tree) {
        Driver own = core.driver();
        for (int i = 0; i < chosen.length; i++) {
            if (core.driver() != own) {
                int rest = i;
                core.submit(() -> deliverFrom(rest, core, source, values, chosen, tree));
                return;
            }
            deliver(core, new EngineTuple(source, values, chosen[i], tree));
        }
    }

    private static void deliverFrom(
            int first,
            Core core,
            StreamSource source,
            List<Object> values,
            Endpoint[] chosen,
            TupleTree tree) {
        for (int i = first; i < chosen.length; i++) {
            deliver(core, new EngineTuple(source, values, chosen[i], tree));
        }
    }

    /** The tree for tuples anchored to a tuple, on this core; null if it is not tracked. */
    static TupleTree treeOf(Core core, Tuple anchor) {
        return anchor instanceof EngineTuple tuple ? tuple.treeOn(core) : null;
    }

    /** Opens {@code count} tuples in the trees of the anchors; null if none is tracked. */
    static TupleTree openFor(Core core, Collection<Tuple> anchors, int count) {
        if (anchors == null || anchors.isEmpty() || count == 0) {
            return null;
        }
        TupleTree[] trees = new TupleTree[anchors.size()];
        int tracked = 0;
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
        TupleTree[] parents = java.util.Arrays.copyOf(trees, tracked);
        for (TupleTree parent : parents) {
            parent.open(1);
        }
        TupleTree joint = new JointTree(core, parents);
        joint.open(count);
        return joint;
    }
}
