package io.eyewall.engine.emit;

import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.delivery.TracedTuple;
import io.eyewall.engine.executor.SlowPathReasons;
import io.eyewall.engine.memory.HotPath;
import java.util.Collection;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Reports whether a tuple is traced. As long as no tuple has ever been traced in this process,
 * {@link SlowPathReasons#wasEverUsed} keeps emits from checking, and {@link EngineTuple#isTraced}
 * is a constant (decision 60).
 */
public final class Tracing {
    /** Not volatile, because it is set before any spout is ordered to trace. */
    private static boolean enabled;

    private Tracing() {}

    /** Allows tuples to be traced from now on. Any thread. */
    public static void enable() {
        enabled = true;
        // Emits check for tracing only after some reason for the slow path has been used.
        SlowPathReasons.markUsed();
    }

    /** Returns whether any tuple may be traced. */
    @HotPath
    public static boolean isEnabled() {
        return enabled;
    }

    /** Returns whether any of the tuples is traced. A copy that user code has made counts, too. */
    @HotPath
    public static boolean isTraced(Collection<Tuple> anchors) {
        if (enabled) {
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
        if (!enabled) {
            return false;
        }
        if (anchor != null) {
            return EngineTuple.of(anchor) instanceof TracedTuple;
        }
        if (anchors == null || anchors.isEmpty()) {
            return slowPathReasons.mayBeTraced();
        }
        return isTraced(anchors);
    }
}
