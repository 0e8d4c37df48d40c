package io.eyewall.engine.core;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Threads that have lost their core in a call that was nested: a tasklet was called directly, on
 * the stack of those that emitted to it. If it waits for something that one of its callers must do,
 * as the release of a lock, it waits for ever, since their code continues only when its own
 * returns. On Storm each has a thread of its own, and the wait ends.
 *
 * <p>A tasklet that stays in such a call for {@link #LONG_NS} is told, so that it is never called
 * directly again; whichever it is of those on the stack, since an inner call may have been slow and
 * returned. When it has waited for as long as its messages may take, the call is interrupted. What
 * it was to do for its callers is left undone then: one that waits for that is interrupted, too.
 * For the watcher's thread.
 */
final class NestedCalls {
    /** How long a nested call may block before it is reported. */
    static final long LONG_NS = 800_000_000L;

    /** A wait with a limit may be one of many in a loop; it gets more time. */
    private static final int PATIENCE_WITH_LIMITS = 2;

    private static final int FRAMES = 12;

    private final List<Lost> threads = new ArrayList<>();

    /** A thread without its core, with what is on its stack. */
    private static final class Lost {
        final CoreOwner driver;
        final List<Tasklet> tasklets;

        /** Tells the call that it is in, and since when. */
        long ticket;

        long sinceNs;
        boolean reported;
        long lastInterruptNs;

        /** Whose call was interrupted on it, or null. */
        @Nullable Tasklet interrupted;

        Lost(CoreOwner driver, List<Tasklet> tasklets) {
            this.driver = driver;
            this.tasklets = new ArrayList<>(tasklets);
            isIn(driver.ticket(), System.nanoTime());
        }

        private void isIn(long call, long nowNs) {
            ticket = call;
            sinceNs = nowNs;
            lastInterruptNs = nowNs;
            reported = false;
        }

        /** Whether it need not be looked at again. */
        boolean look(long nowNs) {
            Thread thread = driver.thread();
            tasklets.removeIf(each -> !each.isAwayOn(thread));
            if (tasklets.isEmpty() || (tasklets.size() == 1 && interrupted == null)) {
                return true; // what is left is nested in no other
            }
            long call = driver.ticket();
            if (call != ticket) {
                isIn(call, nowNs);
                return false;
            }
            Tasklet inside = withNumber(CoreOwner.taskletOf(call));
            if (inside != null && nowNs - sinceNs >= LONG_NS) {
                lookAtLongCall(inside, thread, nowNs);
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

        private void lookAtLongCall(Tasklet inside, Thread thread, long nowNs) {
            List<Tasklet> callers = new ArrayList<>(tasklets);
            callers.remove(inside);
            boolean waitsForEver = ThreadProbe.waitsWithoutLimit(thread);
            if (!reported) {
                StackTraceElement[] stack = ThreadProbe.stackOf(thread, FRAMES);
                if (interrupted == null) {
                    reported = true;
                    inside.onLongNestedCall(callers, stack);
                } else if (waitsForEver) {
                    reported = true;
                    inside.onWaitForInterrupted(interrupted, stack);
                    interrupt(inside, callers, thread, nowNs);
                }
                return;
            }
            long longestNs = inside.longestNestedCallNs();
            if (!waitsForEver) {
                longestNs *= PATIENCE_WITH_LIMITS;
            }
            if (nowNs - lastInterruptNs >= longestNs && ThreadProbe.waits(thread)) {
                interrupt(inside, callers, thread, nowNs);
            }
        }

        private void interrupt(Tasklet inside, List<Tasklet> callers, Thread thread, long nowNs) {
            lastInterruptNs = nowNs;
            interrupted = inside;
            callers.forEach(each -> each.onInterruptNearby(thread)); // it may just return to one
            inside.interruptCall(thread, callers, nowNs - sinceNs);
        }
    }

    /**
     * A thread has lost its core.
     *
     * @param running the tasklets on the thread's stack
     */
    void add(CoreOwner driver, List<Tasklet> running) {
        if (running.size() > 1) {
            threads.add(new Lost(driver, running));
        }
    }

    /** Looks at all of them, and forgets those whose calls have returned. */
    void look() {
        if (!threads.isEmpty()) {
            long nowNs = System.nanoTime();
            threads.removeIf(thread -> thread.look(nowNs));
        }
    }
}
