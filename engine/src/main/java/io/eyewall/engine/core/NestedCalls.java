package io.eyewall.engine.core;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Calls that have blocked a core while they were nested: a tasklet that was called directly, on the
 * stack of those that emitted to it. If it waits for something that one of its callers must do, as
 * the release of a lock, it waits for ever, since their code continues only when its own returns.
 * On Storm each has a thread of its own, and the wait ends.
 *
 * <p>After {@link #LONG_NS} the tasklet is told, so that it is never called directly again. When it
 * has waited for as long as its messages may take, they fail, and the call is interrupted. For the
 * watcher's thread.
 */
final class NestedCalls {
    /** How long a nested call may block before it is reported. */
    static final long LONG_NS = 800_000_000L;

    private static final int FRAMES = 12;

    private final List<Call> calls = new ArrayList<>();

    /** A call that was blocking when its thread lost the core. */
    private static final class Call {
        final Driver driver;
        final Tasklet tasklet;
        final List<Tasklet> callers;
        final long sinceNs;
        boolean reported;
        long lastInterruptNs;

        Call(Driver driver, Tasklet tasklet, List<Tasklet> callers, long sinceNs) {
            this.driver = driver;
            this.tasklet = tasklet;
            this.callers = callers;
            this.sinceNs = sinceNs;
            this.lastInterruptNs = sinceNs;
        }
    }

    /**
     * A thread has lost its core in a blocking call.
     *
     * @param running the tasklets on the thread's stack
     * @param blocking the number of the one that blocks
     */
    void add(Driver driver, List<Tasklet> running, int blocking) {
        for (Tasklet tasklet : running) {
            if (tasklet.number() == blocking && running.size() > 1) {
                List<Tasklet> callers = new ArrayList<>(running);
                callers.remove(tasklet);
                calls.add(new Call(driver, tasklet, callers, System.nanoTime()));
            }
        }
    }

    /** Looks at all of them, and forgets those that have returned. */
    void look() {
        if (calls.isEmpty()) {
            return;
        }
        long nowNs = System.nanoTime();
        for (Iterator<Call> each = calls.iterator(); each.hasNext(); ) {
            Call call = each.next();
            Thread thread = call.driver.thread();
            if (!call.tasklet.isAwayOn(thread)) {
                each.remove();
            } else if (!call.reported) {
                if (nowNs - call.sinceNs >= LONG_NS) {
                    call.reported = true;
                    call.tasklet.onLongNestedCall(
                            call.callers, ThreadProbe.stackOf(thread, FRAMES));
                }
            } else if (nowNs - call.lastInterruptNs >= call.tasklet.longestNestedCallNs()
                    && ThreadProbe.waitsWithoutLimit(thread)) {
                call.lastInterruptNs = nowNs;
                call.tasklet.interruptNestedCall(thread);
            }
        }
    }
}
