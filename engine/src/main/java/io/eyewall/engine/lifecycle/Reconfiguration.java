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
 * Other executors, or other cores for them, while a topology runs: decides whose turn it is to be
 * replaced, and has {@link Rebalance} do it. Any thread; one change at a time.
 */
final class Reconfiguration {
    private final ExecutorRegistry registry;
    private final TopologyLife life;
    private final TopologyAssembly assembly;
    private final MetricsReader metrics;
    private final List<Core> cores;
    private final Safepoint safepoint;
    private volatile int moves;

    /** For a topology that has been assembled. */
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
        rebalance(counts, Map.of(), chooser(places), limit);
    }

    private synchronized void rebalance(
            Map<String, Integer> executorCounts,
            Map<String, Object> confOverrides,
            CoreChooser chooser,
            Duration limit)
            throws InterruptedException {
        life.checkRuns("rebalance");
        TopologyPlan next = registry.plan().withConf(confOverrides).withExecutors(executorCounts);
        Set<String> changed = registry.changed(next);
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
                            + "': not rebalanced, since user code of "
                            + affected
                            + " did not return within "
                            + limit.toMillis()
                            + " ms; it runs as before; try again with a longer limit");
        }
        if (life.isClosing()) {
            life.checkRuns("rebalance"); // it has failed meanwhile
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
                replace(registry.plan(), affected, chooser(places), limit) ? affected.size() : 0;
        moves = moves + moved;
        return moved;
    }

    /** How many executors have moved to other cores so far. */
    int moves() {
        return moves;
    }

    private static CoreChooser chooser(Map<ExecutorPlan, Core> places) {
        return (component, made) ->
                made.forEach(e -> e.assignTo(Objects.requireNonNull(places.get(e.plan()))));
    }

    private boolean replace(
            TopologyPlan next, List<Executor> affected, CoreChooser chooser, Duration limit)
            throws InterruptedException {
        Rebalance rebalance =
                new Rebalance(next, affected, assembly, cores, chooser, registry.tasksMove());
        registry.setAboutToMove(true);
        try {
            return rebalance.run(safepoint, new Replacement(next, affected), limit);
        } finally {
            registry.setAboutToMove(false);
        }
    }

    /** Puts the executors of a rebalance in the place of the old ones. */
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
                        List<Executor> made = move.get();
                        registry.replace(next, old, made);
                        if (life.replaced(registry.executors().size())) {
                            made.forEach(
                                    executor ->
                                            executor.proxy()
                                                    .close()); // the old ones have been told to
                        }
                        return registry.executors();
                    });
        }
    }
}
