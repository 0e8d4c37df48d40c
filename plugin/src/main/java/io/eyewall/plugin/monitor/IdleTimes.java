package io.eyewall.plugin.monitor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Processor time that threads spend waiting for work, in ns. Written by each thread for itself,
 * read by those who report. What ended threads had is forgotten.
 */
final class IdleTimes {
    private static final Map<Thread, IdleTime> BY_THREAD =
            Collections.synchronizedMap(new WeakHashMap<>());

    private IdleTimes() {}

    /** That of one thread. */
    static final class IdleTime {
        private static final VarHandle NS;

        static {
            try {
                NS = MethodHandles.lookup().findVarHandle(IdleTime.class, "ns", long.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private long ns;

        /** Its thread only. */
        void add(long moreNs) {
            NS.setOpaque(this, ns + moreNs);
        }

        private long get() {
            return (long) NS.getOpaque(this);
        }
    }

    static IdleTime ofCurrentThread() {
        return BY_THREAD.computeIfAbsent(Thread.currentThread(), thread -> new IdleTime());
    }

    /** 0 for threads whose waiting is not measured. */
    static long ns(Thread thread) {
        IdleTime time = BY_THREAD.get(thread);
        return time == null ? 0 : time.get();
    }
}
