package io.eyewall.engine.emit;

import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.delivery.TracedTuple;
import io.eyewall.engine.executor.SlowPathReasons;
import io.eyewall.engine.memory.HotPath;
import java.util.Collection;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a tuple is traced. As long as no tuple has ever been traced in this process, {@link
 * SlowPathReasons#wasEverUsed} keeps emits from checking, and {@link EngineTuple#isTraced} is a
 * constant (decision 60).
 */
public final class Tracing {
    /** Not volatile: it is set before any spout is ordered to trace. */
    private static boolean used;

    private Tracing() {}

    /** Allows tuples to be traced from now on. Any thread. */
    public static void use() {
        used = true;
        SlowPathReasons.use(); // emits check for tracing only if some reason has ever been used
    }

    /** Returns whether any tuple may be traced. */
    @HotPath
    public static boolean isUsed() {
        return used;
    }

    /** Returns whether one of the tuples is traced, or the original of a copy among them. */
    @HotPath
    public static boolean isTraced(Collection<Tuple> anchors) {
        if (used) {
            for (Tuple anchor : anchors) {
                if (EngineTuple.of(anchor) instanceof TracedTuple) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Returns whether a bolt's emit is to be traced: one with a traced anchor, or one without an
     * anchor while a traced tuple is executed. Where the JIT compiler knows the anchor's class, the
     * result is a constant.
     *
     * @param anchor the only anchor, or null
     * @param anchors the anchors if there is not exactly one; or null
     */
    @HotPath
    public static boolean isTraced(
            SlowPathReasons slowPathReasons,
            @Nullable Tuple anchor,
            @Nullable Collection<Tuple> anchors) {
        if (!used) {
            return false;
        }
        if (anchor != null) {
            return EngineTuple.of(anchor) instanceof TracedTuple;
        }
        if (anchors == null || anchors.isEmpty()) {
            return slowPathReasons.isTraced();
        }
        return isTraced(anchors);
    }
}
