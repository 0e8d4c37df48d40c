package io.eyewall.engine.lifecycle;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Safepoint;
import io.eyewall.engine.executor.Executor;
import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.TopologyPlan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Replaces a running topology's executors or moves them to other cores: decides which executors are
 * affected and has {@link Rebalance} replace them. Any thread may call; changes are made one at a
 * time.
 */
final class Reconfiguration {
    private final ExecutorRegistry registry;
    private final TopologyLife life;
    private final TopologyAssembly assembly;
    private final MetricsReader metrics;
    private final List<Core> cores;
    private final Safepoint safepoint;
    private volatile int moves;

    /**
     * @param assembly the assembly of the topology, which is complete
     */
    Reconfiguration(
            ExecutorRegistry registry,
            TopologyLife life,
            TopologyAssembly assembly,
            MetricsReader metrics,
            List<Core> cores,
            Safepoint safepoint) {
        this.registry = registry;
        this.life = life;
        this.assembly = assembly;
        this.metrics = metrics;
        this.cores = cores;
        this.safepoint = safepoint;
    }

    /** As {@link io.eyewall.engine.RunningTopology#rebalance}; the engine chooses the cores. */
    void rebalance(
            Map<String, Integer> executorCounts, Map<String, Object> confOverrides, Duration limit)
            throws InterruptedException {
        rebalance(executorCounts, confOverrides, assembly.placement(), limit);
    }

    /** As {@link TopologyRuntime#resize}. */
    void resize(String componentId, Map<ExecutorPlan, Core> places, Duration limit)
            throws InterruptedException {
        Map<String, Integer> counts = Map.of(componentId, places.size());
        rebalance(counts, Map.of(), choosePlanned(places), limit);
    }

    private synchronized void rebalance(
            Map<String, Integer> executorCounts,
            Map<String, Object> confOverrides,
            CoreChooser chooser,
            Duration limit)
            throws InterruptedException {
        life.checkRunning("rebalance");
        TopologyPlan next = registry.plan().withConf(confOverrides).withExecutors(executorCounts);
        Set<String> changed = registry.changedComponents(next);
        List<Executor> affected =
                registry.executors().stream()
                        .filter(e -> changed.contains(e.component().componentId()))
                        .toList();
        if (affected.isEmpty()) {
            registry.setPlan(next);
            return;
        }
        if (!replace(next, affected, chooser, limit)) {
            throw new IllegalStateException(
                    "topology '"
                            + next.name()
                            + "': cannot rebalance: user code of "
                            + affected
                            + " did not return within "
                            + limit.toMillis()
                            + " ms; the topology runs unchanged; try again with a longer limit");
        }
        if (life.isClosing()) {
            life.checkRunning("rebalance"); // throws if the topology has failed meanwhile
        }
    }

    /** As {@link TopologyRuntime#move}. */
    synchronized int move(Map<ExecutorPlan, Core> places, Duration limit)
            throws InterruptedException {
        List<Executor> affected =
                registry.executors().stream()
                        .filter(e -> places.getOrDefault(e.plan(), e.core()) != e.core())
                        .toList();
        if (affected.isEmpty() || !life.isRunning()) {
            return 0;
        }
        int moved =
                replace(registry.plan(), affected, choosePlanned(places), limit)
                        ? affected.size()
                        : 0;
        moves = moves + moved;
        return moved;
    }

    /** Returns how many executors have moved to other cores so far. */
    int moves() {
        return moves;
    }

    private static CoreChooser choosePlanned(Map<ExecutorPlan, Core> places) {
        return (component, created) ->
                created.forEach(e -> e.assignTo(Objects.requireNonNull(places.get(e.plan()))));
    }

    private boolean replace(
            TopologyPlan next, List<Executor> affected, CoreChooser chooser, Duration limit)
            throws InterruptedException {
        Rebalance rebalance =
                new Rebalance(
                        next, affected, assembly, cores, chooser, registry.exclusiveTaskMoveLock());
        registry.setAboutToMove(true);
        try {
            return rebalance.run(safepoint, new Replacement(next, affected), limit);
        } finally {
            registry.setAboutToMove(false);
        }
    }

    /** Replaces the old executors by those of a rebalance. */
    private final class Replacement implements Rebalance.Adoption {
        private final TopologyPlan next;
        private final List<Executor> old;

        Replacement(TopologyPlan next, List<Executor> old) {
            this.next = next;
            this.old = old;
        }

        @Override
        public boolean mayMove() {
            return !life.isClosing();
        }

        @Override
        public boolean mustWait() {
            return life.isOpening();
        }

        @Override
        public void adopt(Supplier<List<Executor>> move) {
            metrics.replace(
                    () -> {
                        List<Executor> created = move.get();
                        registry.replace(next, old, created);
                        if (life.onReplaced(registry.executors().size())) {
                            // The topology began to close, and only the old executors were ordered
                            // to close.
                            created.forEach(executor -> executor.proxy().close());
                        }
                        return registry.executors();
                    });
        }
    }
}
