package io.eyewall.engine.executor;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Timers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The timers of one executor, which end with it. When another executor takes over the tasks,
 * periodic timers keep their schedule there. Owner thread of the executor's core only.
 */
final class ExecutorTimers {
    private final List<Timers.Timer> oneShot = new ArrayList<>();

    /** Periodic timers by their names. */
    private final Map<String, Timers.Timer> periodic = new HashMap<>();

    /** Due times of the periodic timers of executors whose tasks have been taken over. */
    private final Map<String, Long> takenOverDueNs = new HashMap<>();

    /**
     * Runs a command periodically. The first run comes after one period, or earlier if the timer
     * was due earlier at an executor whose tasks have been taken over.
     *
     * @param timerName identifies the timer among those of its executor
     */
    Timers.Timer runEvery(Core core, String timerName, long periodNs, Runnable command) {
        long nowNs = core.clock().nanoTime();
        long dueNs = takenOverDueNs.getOrDefault(timerName, nowNs + periodNs);
        long firstNs = nowNs + Math.min(dueNs - nowNs, periodNs);
        Timers.Timer timer = core.timers().every(firstNs - periodNs, periodNs, command);
        periodic.put(timerName, timer);
        return timer;
    }

    /** Runs a command once at {@code deadlineNs}. */
    void runAt(Core core, long deadlineNs, Runnable command) {
        addOneShot(core.timers().at(deadlineNs, command));
    }

    /** Runs a command once at the end of a back-off. */
    void backOffUntil(Core core, long deadlineNs, Runnable command) {
        addOneShot(core.idleTimers().schedule(deadlineNs, command));
    }

    private void addOneShot(Timers.Timer timer) {
        oneShot.removeIf(earlier -> !earlier.isSet());
        oneShot.add(timer);
    }

    /** Cancels all timers, when the executor is closed or gives up its tasks. */
    void cancel() {
        oneShot.forEach(Timers.Timer::cancel);
        oneShot.clear();
        periodic.values().forEach(Timers.Timer::cancel);
    }

    /**
     * Takes over the due times of an executor whose tasks have been taken over. If there are
     * several such executors, the earliest time counts.
     */
    void takeOverDueTimes(ExecutorTimers other) {
        other.periodic.forEach(
                (timerName, timer) ->
                        takenOverDueNs.merge(
                                timerName, timer.deadlineNs(), (a, b) -> a - b < 0 ? a : b));
    }
}
