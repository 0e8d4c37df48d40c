package io.eyewall.engine.executor;

import io.eyewall.engine.acking.TreeOwner;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.delivery.EngineTuple;
import java.util.Objects;
import org.apache.storm.tuple.Tuple;

/** Helpers for tuples that a bolt has kept. */
public final class EngineTuples {
    private EngineTuples() {}

    /** Acks a tuple on the core of the bolt that has it; the caller runs that core's steps. */
    public static void finish(Tuple tuple) {
        EngineTuple engineTuple = (EngineTuple) tuple;
        TreeOwner owner = Objects.requireNonNull(engineTuple.treeOwner());
        TupleTree tree = engineTuple.takeTree();
        Core core = engineTuple.destination().core();
        core.submit(() -> core.finish(tree, owner));
    }
}
