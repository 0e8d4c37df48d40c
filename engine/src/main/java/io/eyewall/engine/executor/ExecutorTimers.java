package io.eyewall.engine.executor;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Timers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The timers of one executor, which end with it; the periodic ones go on in time at the executor
 * that takes over its tasks. For the executor's core.
 */
final class ExecutorTimers {
    private final List<Timers.Timer> once = new ArrayList<>();

    /** The periodic ones by what they are for, and when those of taken over tasks are due. */
    private final Map<String, Timers.Timer> periodic = new HashMap<>();

    private final Map<String, Long> takenOverDueNs = new HashMap<>();

    /**
     * Runs a command every so often: first after one period, or earlier, when it was due at an
     * executor whose tasks have been taken over.
     *
     * @param what names the timer among those of its executor
     */
    Timers.Timer every(Core core, String what, long periodNs, Runnable command) {
        long nowNs = core.clock().nanoTime();
        long dueNs = takenOverDueNs.getOrDefault(what, nowNs + periodNs);
        long firstNs = nowNs + Math.min(dueNs - nowNs, periodNs);
        Timers.Timer timer = core.timers().every(firstNs - periodNs, periodNs, command);
        periodic.put(what, timer);
        return timer;
    }

    /** Runs a command once. */
    void at(Core core, long deadlineNs, Runnable command) {
        keep(core.timers().at(deadlineNs, command));
    }

    /** Runs a command once, at the end of a rest. */
    void restUntil(Core core, long deadlineNs, Runnable command) {
        keep(core.rests().until(deadlineNs, command));
    }

    private void keep(Timers.Timer timer) {
        once.removeIf(earlier -> !earlier.isSet());
        once.add(timer);
    }

    /** The executor is closed, or gives up its tasks. */
    void cancel() {
        once.forEach(Timers.Timer::cancel);
        once.clear();
        periodic.values().forEach(Timers.Timer::cancel);
    }

    /** Tasks of another executor have been taken over; of several, the earliest time counts. */
    void takeFrom(ExecutorTimers other) {
        other.periodic.forEach(
                (what, timer) ->
                        takenOverDueNs.merge(
                                what, timer.deadlineNs(), (a, b) -> a - b < 0 ? a : b));
    }
}
