package io.eyewall.engine.core;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Threads that have lost their core in a nested call: a tasklet was called directly, on the stack
 * of the tasklets that emitted to it. If it waits for something that one of its callers must do,
 * such as the release of a lock, it waits for ever, since the callers' code continues only when its
 * own returns. On Storm each executor has a thread of its own, and the wait ends.
 *
 * <p>A tasklet that stays in such a call for {@link #LONG_CALL_NS} is notified, so that it is never
 * called directly again. The one notified is the one whose code the thread is in at that time,
 * since an inner call may have been slow and returned. When it has waited for as long as its
 * messages may take, the call is interrupted. What the interrupted call was to do for its callers
 * remains undone: a caller that waits for that is interrupted, too. For the watcher's thread.
 */
final class NestedCalls {
    /** How long a nested call may block before its tasklet is notified. */
    static final long LONG_CALL_NS = 800_000_000L;

    /**
     * Factor by which a wait with a time limit may last longer: it may be one of many in a loop.
     */
    private static final int TIMED_WAIT_FACTOR = 2;

    /** Maximum number of frames of a blocked thread that are reported. */
    private static final int MAX_FRAMES = 12;

    private final List<LostThread> threads = new ArrayList<>();

    /** A thread that has lost its core, with the tasklets on its stack. */
    private static final class LostThread {
        final CoreOwner owner;
        final List<Tasklet> tasklets;

        /** Identifies the call that the thread is in. */
        long ticket;

        /** When that call was first observed. */
        long sinceNs;

        /** Whether that call has been reported as long. */
        boolean reported;

        /** When that call was interrupted last, or first observed if it was not interrupted. */
        long lastInterruptNs;

        /** The last tasklet whose call was interrupted on this thread, or null. */
        @Nullable Tasklet interrupted;

        LostThread(CoreOwner owner, List<Tasklet> tasklets) {
            this.owner = owner;
            this.tasklets = new ArrayList<>(tasklets);
            recordCall(owner.ticket(), System.nanoTime());
        }

        private void recordCall(long newTicket, long nowNs) {
            ticket = newTicket;
            sinceNs = nowNs;
            lastInterruptNs = nowNs;
            reported = false;
        }

        /**
         * Reports or interrupts the call that the thread is in, if it has lasted too long.
         *
         * @return whether the thread need not be checked again
         */
        boolean check(long nowNs) {
            Thread thread = owner.thread();
            tasklets.removeIf(each -> !each.isAwayOn(thread));
            if (tasklets.isEmpty() || (tasklets.size() == 1 && interrupted == null)) {
                return true; // the remaining call is not nested in another one
            }
            long current = owner.ticket();
            if (current != ticket) {
                recordCall(current, nowNs);
                return false;
            }
            Tasklet inside = withNumber(CoreOwner.taskletOf(current));
            if (inside != null && nowNs - sinceNs >= LONG_CALL_NS) {
                handleLongCall(inside, thread, nowNs);
            }
            return false;
        }

        private @Nullable Tasklet withNumber(int number) {
            for (Tasklet each : tasklets) {
                if (each.number() == number) {
                    return each;
                }
            }
            return null;
        }

        private void handleLongCall(Tasklet inside, Thread thread, long nowNs) {
            List<Tasklet> callers = new ArrayList<>(tasklets);
            callers.remove(inside);
            boolean waitsWithoutLimit = ThreadProbe.isWaitingWithoutLimit(thread);
            if (!reported) {
                StackTraceElement[] stack = ThreadProbe.stackOf(thread, MAX_FRAMES);
                if (interrupted == null) {
                    reported = true;
                    inside.onLongNestedCall(callers, stack);
                } else if (waitsWithoutLimit) {
                    reported = true;
                    inside.onWaitForInterrupted(interrupted, stack);
                    interrupt(inside, callers, thread, nowNs);
                }
                return;
            }
            long maxNs = inside.longestNestedCallNs();
            if (!waitsWithoutLimit) {
                maxNs *= TIMED_WAIT_FACTOR;
            }
            if (nowNs - lastInterruptNs >= maxNs && ThreadProbe.isWaitingForThread(thread)) {
                interrupt(inside, callers, thread, nowNs);
            }
        }

        private void interrupt(Tasklet inside, List<Tasklet> callers, Thread thread, long nowNs) {
            lastInterruptNs = nowNs;
            interrupted = inside;
            // The call may be about to return, so that the interrupt strikes one of the callers.
            callers.forEach(each -> each.onInterruptNearby(thread));
            inside.interruptCall(thread, callers, nowNs - sinceNs);
        }
    }

    /**
     * Adds a thread that has lost its core, if calls are nested on it.
     *
     * @param running the tasklets on the thread's stack
     */
    void add(CoreOwner owner, List<Tasklet> running) {
        if (running.size() > 1) {
            threads.add(new LostThread(owner, running));
        }
    }

    /** Checks all threads, and removes those whose nested calls have returned. */
    void check() {
        if (!threads.isEmpty()) {
            long nowNs = System.nanoTime();
            threads.removeIf(thread -> thread.check(nowNs));
        }
    }
}
