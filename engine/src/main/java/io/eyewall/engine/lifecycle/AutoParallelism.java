package io.eyewall.engine.lifecycle;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.executor.BoltExecutor;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.InputStats;
import io.eyewall.engine.executor.Task;
import io.eyewall.topology.ComponentPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the number of a bolt's executors follow its load, among its tasks, which stay what they are:
 * what Storm-MC leaves as future work. Off unless {@code eyewall.parallelism.auto}. Looks once per
 * second, on the monitor's thread.
 *
 * <p>Bolts whose user code has threads of its own may get as many executors as they have tasks,
 * since those wait most of the time; others as many as there are cores, and only while a core is
 * idle now and then.
 */
final class AutoParallelism {
    private static final Logger LOG = LoggerFactory.getLogger(AutoParallelism.class);
    private static final Duration REBALANCE_LIMIT = Duration.ofMillis(500);

    private final RunningTopology topology;
    private final List<Core> cores;
    private final Map<String, Watched> components = new HashMap<>();
    private long lastLookNs;

    private static final class Watched {
        private final ParallelismTuner tuner;
        private double busyNs;

        Watched(int executors) {
            this.tuner = new ParallelismTuner(executors);
        }
    }

    AutoParallelism(RunningTopology topology, List<Core> cores) {
        this.topology = topology;
        this.cores = cores;
    }

    /** Looks at all bolts and changes what should be changed. */
    void look(List<Executor> executors, long nowNs) throws InterruptedException {
        double sinceNs = Math.max(1, nowNs - lastLookNs);
        boolean first = lastLookNs == 0;
        lastLookNs = nowNs;
        Map<String, List<Executor>> byComponent = new LinkedHashMap<>();
        for (Executor executor : executors) {
            ComponentPlan component = executor.component();
            if (executor instanceof BoltExecutor
                    && component.isUser()
                    && component.taskIds().size() > 1) {
                byComponent
                        .computeIfAbsent(component.componentId(), id -> new ArrayList<>())
                        .add(executor);
            }
        }
        Map<String, Integer> changes = new HashMap<>();
        byComponent.forEach(
                (id, own) -> {
                    Watched watched =
                            components.computeIfAbsent(id, name -> new Watched(own.size()));
                    double busyNs = own.stream().mapToDouble(AutoParallelism::busyNs).sum();
                    double load = (busyNs - watched.busyNs) / sinceNs;
                    watched.busyNs = busyNs;
                    int wanted =
                            first
                                    ? own.size()
                                    : watched.tuner.look(own.size(), most(own), load, queued(own));
                    if (wanted != own.size()) {
                        changes.put(id, wanted);
                    }
                });
        if (!changes.isEmpty()) {
            change(changes);
        }
    }

    private void change(Map<String, Integer> changes) throws InterruptedException {
        try {
            topology.rebalance(changes, REBALANCE_LIMIT);
            LOG.info("topology '{}': executors now {}", topology.plan().name(), changes);
        } catch (IllegalStateException e) {
            LOG.info("topology '{}': executors not changed", topology.plan().name(), e);
        }
    }

    /** How many executors are of use at this moment, at least as many as there are. */
    private int most(List<Executor> own) {
        int tasks = own.get(0).component().taskIds().size();
        if (own.stream().anyMatch(Executor::isDedicated)) {
            return tasks;
        }
        boolean idle = cores.stream().anyMatch(core -> !core.isBusySeenFromOutside());
        return idle ? Math.max(own.size(), Math.min(tasks, cores.size())) : own.size();
    }

    private static double queued(List<Executor> own) {
        return own.stream()
                .mapToDouble(e -> (double) e.queuedTuples() / e.settings().mailboxCapacity())
                .max()
                .orElse(0);
    }

    /** Nanoseconds in execute so far, estimated from samples. */
    private static double busyNs(Executor executor) {
        double busyNs = 0;
        for (Task task : executor.tasks()) {
            for (InputStats input : task.inputs()) {
                if (input.executeSamples() > 0) {
                    busyNs +=
                            (double) input.executeNs() * input.executed() / input.executeSamples();
                }
            }
        }
        return busyNs;
    }
}
