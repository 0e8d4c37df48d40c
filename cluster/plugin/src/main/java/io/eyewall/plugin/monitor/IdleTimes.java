package io.eyewall.plugin.monitor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The processor time that threads spend waiting for work, in nanoseconds. Each thread adds to its
 * own time, and reporting threads read it. The times of ended threads are dropped.
 */
final class IdleTimes {
    private static final Map<Thread, IdleTime> BY_THREAD =
            Collections.synchronizedMap(new WeakHashMap<>());

    private IdleTimes() {}

    /** The waiting time of one thread. */
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

        /** Adds waiting time; called only by the thread itself. */
        void add(long moreNs) {
            NS.setOpaque(this, ns + moreNs);
        }

        private long totalNs() {
            return (long) NS.getOpaque(this);
        }
    }

    /** Returns the calling thread's waiting time, which it creates if necessary. */
    static IdleTime ofCurrentThread() {
        return BY_THREAD.computeIfAbsent(Thread.currentThread(), thread -> new IdleTime());
    }

    /** Returns a thread's waiting time in nanoseconds; 0 if its waiting is not measured. */
    static long idleNs(Thread thread) {
        IdleTime time = BY_THREAD.get(thread);
        return time == null ? 0 : time.totalNs();
    }
}
