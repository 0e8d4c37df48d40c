package io.eyewall.engine.emit;

import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.delivery.StreamSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last step of an emit: delivers tuples to their tasks. For the owner thread of the emitting
 * core.
 */
public final class Delivery {
    private Delivery() {}

    /**
     * Delivers one tuple to each chosen task. If a directly called bolt blocks and the thread loses
     * its core, the core's next owner delivers the remaining tuples immediately, because the bolt
     * may be waiting for them.
     *
     * @param tree the tree that has counted the tuples, or null
     * @param traced null if the tuples are not traced
     */
    public static void deliverAll(
            Core core,
            StreamSource source,
            List<Object> values,
            Endpoint[] chosen,
            @Nullable TupleTree tree,
            @Nullable TracedEmit traced) {
        if (chosen.length == 1) {
            deliver(chosen[0], core, source, values, tree, traced);
        } else if (chosen.length > 1) {
            RemainingTuples remaining =
                    new RemainingTuples(core, source, values, chosen, tree, traced);
            CoreOwner owner = core.owner();
            core.emits.begin(remaining);
            while (remaining.deliverNext()) {
                if (core.owner() != owner) {
                    return; // the next owner delivers the remaining tuples
                }
            }
            if (core.owner() == owner) {
                core.emits.end();
            }
        }
    }

    private static void deliver(
            Endpoint target,
            Core core,
            StreamSource source,
            List<Object> values,
            @Nullable TupleTree tree,
            @Nullable TracedEmit traced) {
        if (traced == null) {
            target.deliver(source, values, tree, core, core.owner());
        } else {
            traced.deliver(target, source, values, tree, core, core.owner());
        }
    }

    /** The tuples of an emit that have not been delivered yet. */
    private static final class RemainingTuples implements Runnable {
        private final Core core;
        private final StreamSource source;
        private final List<Object> values;
        private final Endpoint[] chosen;
        private final @Nullable TupleTree tree;
        private final @Nullable TracedEmit traced;
        private int next;

        RemainingTuples(
                Core core,
                StreamSource source,
                List<Object> values,
                Endpoint[] chosen,
                @Nullable TupleTree tree,
                @Nullable TracedEmit traced) {
            this.core = core;
            this.source = source;
            this.values = values;
            this.chosen = chosen;
            this.tree = tree;
            this.traced = traced;
        }

        /** Delivers one tuple; returns whether there are more. */
        boolean deliverNext() {
            Endpoint target = chosen[next++];
            boolean more = next < chosen.length; // before the call, which may lose the core
            deliver(target, core, source, values, tree, traced);
            return more;
        }

        @Override
        public void run() {
            while (next < chosen.length) {
                deliverNext();
            }
        }
    }
}
