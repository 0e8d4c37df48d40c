package io.eyewall.engine.executor;

import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.delivery.TracedTuple;
import java.util.Collection;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Whether a tuple is traced. As long as nothing has ever been in this process, {@link
 * SlowPathReasons#isAny} keeps emits from asking, and {@link EngineTuple#isTraced} is a constant
 * (decision 60).
 */
public final class Tracing {
    /** Not volatile: it is set before anybody is told to trace. */
    private static boolean used;

    private Tracing() {}

    /** From now on tuples may be traced. Any thread. */
    public static void use() {
        used = true;
        SlowPathReasons.use(); // without any reason nobody asks
    }

    /** Whether any may be. hot path. */
    static boolean isUsed() {
        return used;
    }

    /** Whether one of these is, or one that a copy among them stands for. hot path. */
    static boolean isTraced(Collection<Tuple> anchors) {
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
     * Whether what a bolt emits is to be traced: what follows from a traced anchor, or without any
     * anchor from the traced tuple in hand. Where the JIT compiler knows what the anchor is, the
     * answer is a constant. hot path.
     *
     * @param anchor the only one, or null
     * @param anchors several, if there is not but one; or null
     */
    static boolean isTraced(
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
