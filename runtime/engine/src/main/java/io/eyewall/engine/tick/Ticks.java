package io.eyewall.engine.tick;

import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.delivery.StreamSource;
import io.eyewall.engine.executor.CheckpointSteps;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.routing.Grouper;
import io.eyewall.engine.routing.Route;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.Constants;
import org.apache.storm.grouping.LoadMapping;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/**
 * The periodic work of an executor: tick tuples, metrics, the loads that load-aware groupings read
 * (Storm: executor/Executor.java).
 */
public final class Ticks {
    /** Interval of the refresh of loads (Storm: refreshLoadTimer in daemon/worker/Worker.java). */
    private static final int LOAD_INTERVAL_SECS = 1;

    private static final int CLOCK_CHECK_INTERVAL_SECS = 1;

    private Ticks() {}

    /** Starts the timers of an executor that has just been opened. */
    public static void start(Executor executor) {
        int secs = executor.settings().tickSecs();
        if (secs > 0) {
            startTimer(executor, "tick", secs, () -> enqueueTicks(executor, secs));
        }
        Map<String, Object> conf = executor.component().conf();
        List<Grouper> loadAware = loadAwareGroupers(executor);
        if (!loadAware.isEmpty()
                && !Boolean.TRUE.equals(conf.get(Config.TOPOLOGY_DISABLE_LOADAWARE_MESSAGING))) {
            startTimer(
                    executor,
                    "load",
                    LOAD_INTERVAL_SECS,
                    () -> executor.addCallback(() -> refreshLoads(executor, loadAware), () -> {}));
        }
        if (executor.tasks().stream()
                .anyMatch(task -> CheckpointSteps.isCheckpointSpout(task.object()))) {
            startTimer(
                    executor,
                    "clock",
                    CLOCK_CHECK_INTERVAL_SECS,
                    () -> executor.addCallback(() -> adjustToClock(executor), () -> {}));
        }
        MetricsTick metrics = new MetricsTick(executor);
        for (int interval : metrics.intervalsSecs()) {
            startTimer(
                    executor,
                    "metrics " + interval,
                    interval,
                    () ->
                            executor.addCallback(
                                    () -> metrics.collect(interval),
                                    () -> metrics.sendCollected(interval)));
        }
    }

    /**
     * Adjusts Storm's checkpoint spouts, which measure their interval by the system's clock, after
     * that clock has been set back.
     */
    private static void adjustToClock(Executor executor) {
        for (Task task : executor.tasks()) {
            CheckpointSteps.adjustToClock(task.object(), System.currentTimeMillis());
        }
    }

    private static List<Grouper> loadAwareGroupers(Executor executor) {
        List<Grouper> found = new ArrayList<>();
        for (Task task : executor.tasks()) {
            for (Route route : task.router().routes()) {
                for (Grouper grouper : route.groupers()) {
                    if (grouper.isLoadAware() && found.stream().noneMatch(grouper::isSharedWith)) {
                        found.add(grouper);
                    }
                }
            }
        }
        return found;
    }

    /** Passes to the user's groupings how full the mailboxes of their target tasks are. */
    private static void refreshLoads(Executor executor, List<Grouper> groupers) {
        for (Grouper grouper : groupers) {
            Map<Integer, Double> mailboxLoads = new HashMap<>();
            for (int i = 0; i < grouper.targetCount(); i++) {
                Task target = (Task) grouper.target(i);
                mailboxLoads.put(target.taskId(), target.executor().mailboxFullness());
            }
            LoadMapping mapping = new LoadMapping();
            mapping.setLocal(mailboxLoads);
            executor.userCode()
                    .guarded(
                            executor.tasks().get(0),
                            "refreshLoad",
                            () -> grouper.refreshLoad(mapping));
        }
    }

    private static void startTimer(
            Executor executor, String timerName, int secs, Runnable command) {
        executor.runEvery(timerName, TimeUnit.SECONDS.toNanos(secs), command);
    }

    private static void enqueueTicks(Executor executor, int secs) {
        if (executor.topology.isInStandby()) {
            return;
        }
        for (Task task : executor.tasks()) {
            StreamSource source =
                    new StreamSource(
                            task.systemContext(),
                            Constants.SYSTEM_COMPONENT_ID,
                            (int) Constants.SYSTEM_TASK_ID,
                            Constants.SYSTEM_TICK_STREAM_ID,
                            new Fields("rate_secs"),
                            task.tickStreamKey());
            executor.enqueue(
                    new EngineTuple(source, new Values(secs), task, null, executor.core()));
        }
    }
}
