package io.eyewall.engine.lifecycle;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.executor.BoltExecutor;
import io.eyewall.engine.executor.Executor;
import io.eyewall.topology.ComponentPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
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
 * idle now and then. Where several bolts share a busy core, the one that takes most of it grows.
 *
 * <p>Spouts keep theirs: a spout that waits for its source in {@code nextTuple} looks as busy as
 * one that works, and more executors of a spout are more load, not less.
 */
final class AutoParallelism {
    private static final Logger LOG = LoggerFactory.getLogger(AutoParallelism.class);

    /** Share of a core that makes a bolt worth spreading when its core is busy with others, too. */
    private static final double HOT = 0.4;

    private static final double NEITHER_HOT_NOR_IDLE = 0.5;

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
        Map<String, Double> load = loads(executors, byComponent, sinceNs);
        String hottest = hottest(byComponent, load);
        Map<String, Integer> changes = new HashMap<>();
        byComponent.forEach(
                (id, own) -> {
                    double ownLoad = load.get(id);
                    if (id.equals(hottest)) {
                        ownLoad = own.size();
                    } else if (isOnBusyCores(own)) { // it may want more than it gets
                        ownLoad = Math.max(ownLoad, NEITHER_HOT_NOR_IDLE * own.size());
                    }
                    ParallelismTuner tuner = components.get(id).tuner;
                    int wanted =
                            first
                                    ? own.size()
                                    : tuner.look(own.size(), most(own), ownLoad, queued(own));
                    if (wanted != own.size()) {
                        changes.put(id, wanted);
                    }
                });
        if (!changes.isEmpty()) {
            change(changes);
        }
    }

    /** How busy bolts were themselves since the last look, in executors' worth. */
    private Map<String, Double> loads(
            List<Executor> executors, Map<String, List<Executor>> byComponent, double sinceNs) {
        Map<String, Double> ownNs =
                OwnTime.byComponentNs(executors.stream().flatMap(e -> e.tasks().stream()));
        Map<String, Double> load = new HashMap<>();
        byComponent.forEach(
                (id, own) -> {
                    Watched watched =
                            components.computeIfAbsent(id, name -> new Watched(own.size()));
                    double busyNs = ownNs.getOrDefault(id, 0.0);
                    load.put(id, (busyNs - watched.busyNs) / sinceNs);
                    watched.busyNs = busyNs;
                });
        return load;
    }

    /** The busiest bolt that may grow, if none of its cores has anything to spare; else none. */
    private String hottest(Map<String, List<Executor>> byComponent, Map<String, Double> load) {
        return byComponent.keySet().stream()
                .filter(id -> most(byComponent.get(id)) > byComponent.get(id).size())
                .filter(id -> load.get(id) >= HOT * byComponent.get(id).size())
                .max(Comparator.comparing(load::get))
                .filter(id -> isOnBusyCores(byComponent.get(id)))
                .orElse("");
    }

    private static boolean isOnBusyCores(List<Executor> own) {
        return own.stream().allMatch(e -> !e.isDedicated() && e.core().isBusySeenFromOutside());
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
        if (own.stream().anyMatch(Executor::sharesData)) {
            return own.size();
        }
        int tasks = own.get(0).component().taskIds().size();
        if (own.stream().anyMatch(Executor::isDedicated)) {
            return tasks;
        }
        boolean idle = cores.stream().anyMatch(core -> !core.isBusySeenFromOutside());
        return idle ? Math.max(own.size(), Math.min(tasks, cores.size())) : own.size();
    }

    /** How full the fullest mailbox is; those don't count that wait for others to have room. */
    private static double queued(List<Executor> own) {
        return own.stream()
                .filter(executor -> !executor.isHeldBack())
                .mapToDouble(e -> (double) e.queuedTuples() / e.settings().mailboxCapacity())
                .max()
                .orElse(0);
    }
}
