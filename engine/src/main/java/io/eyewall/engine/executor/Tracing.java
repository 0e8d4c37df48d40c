package io.eyewall.engine.executor;

import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.delivery.TracedTuple;
import java.util.Collection;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Whether a tuple is traced. As long as nothing has ever been in this process, all questions here
 * are constants to the JIT compiler, and cost nothing (decision 60).
 */
public final class Tracing {
    private static final Fixed<Boolean> USED = Fixed.create();

    static {
        USED.set(false);
    }

    private Tracing() {}

    /** From now on tuples may be traced. Dear for the first time in a process. Any thread. */
    public static void use() {
        if (!USED.get()) {
            synchronized (USED) {
                if (!USED.get()) {
                    USED.set(true);
                }
            }
        }
    }

    /** Whether any may be. hot path. */
    static boolean isUsed() {
        return USED.get();
    }

    /** Whether this one is. hot path. */
    static boolean isTraced(EngineTuple tuple) {
        return USED.get() && tuple instanceof TracedTuple;
    }

    /**
     * Whether what is anchored to these is traced. hot path.
     *
     * @param anchor the only one, or null
     * @param anchors several, if there is not but one; or null
     */
    static boolean isTraced(@Nullable Tuple anchor, @Nullable Collection<Tuple> anchors) {
        if (!USED.get()) {
            return false;
        }
        return anchor != null
                ? EngineTuple.of(anchor) instanceof TracedTuple
                : anchors != null && isAnyTraced(anchors);
    }

    private static boolean isAnyTraced(Collection<Tuple> anchors) {
        for (Tuple anchor : anchors) {
            if (EngineTuple.of(anchor) instanceof TracedTuple) {
                return true;
            }
        }
        return false;
    }
}
