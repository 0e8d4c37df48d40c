package io.eyewall.engine.adaptation;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.topology.ExecutorPlan;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Executors that somebody has moved, and that stay on the core that was wanted: no plan moves them
 * until they are released, or replaced by a rebalance. Any thread asks; the monitor does it.
 */
final class PinnedExecutors {
    private final List<Core> cores;
    private final Queue<Wish> wishes = new ConcurrentLinkedQueue<>();

    /** Of the monitor. */
    private final Set<ExecutorId> held = new HashSet<>();

    /** What somebody wants: a core, or -1 to let it go. */
    private record Wish(
            String topologyId, int task, int core, CompletableFuture<ExecutorPlan> done) {}

    PinnedExecutors(List<Core> cores) {
        this.cores = cores;
    }

    /** As {@link LivePlacement#hold}. */
    CompletableFuture<ExecutorPlan> hold(String topologyId, int task, int core) {
        if (core < -1 || core >= cores.size()) {
            throw new IllegalArgumentException(
                    "core is "
                            + core
                            + ", expected 0 to "
                            + (cores.size() - 1)
                            + ", or -1 to let the executor go");
        }
        CompletableFuture<ExecutorPlan> done = new CompletableFuture<>();
        wishes.add(new Wish(topologyId, task, core, done));
        return done;
    }

    /**
     * Does what is wanted.
     *
     * @return whether an executor has moved
     */
    boolean doWishes(List<TopologyRuntime> topologies, Duration limit) throws InterruptedException {
        boolean moved = false;
        for (Wish wish = wishes.poll(); wish != null; wish = wishes.poll()) {
            try {
                moved |= fulfil(wish, topologies, limit);
            } catch (RuntimeException | InterruptedException e) {
                wish.done().completeExceptionally(e);
                throw e;
            }
        }
        return moved;
    }

    private boolean fulfil(Wish wish, List<TopologyRuntime> topologies, Duration limit)
            throws InterruptedException {
        for (TopologyRuntime topology : topologies) {
            for (ExecutorPlan plan : topology.plan().executors()) {
                if (topology.plan().id().equals(wish.topologyId())
                        && plan.firstTask() <= wish.task()
                        && wish.task() <= plan.lastTask()) {
                    return fulfil(wish, topology, plan, limit);
                }
            }
        }
        wish.done()
                .completeExceptionally(
                        new IllegalArgumentException(
                                "topology '%s' has no task %d here"
                                        .formatted(wish.topologyId(), wish.task())));
        return false;
    }

    private boolean fulfil(Wish wish, TopologyRuntime topology, ExecutorPlan plan, Duration limit)
            throws InterruptedException {
        ExecutorId id = CounterReader.id(wish.topologyId(), plan);
        if (wish.core() < 0) {
            held.remove(id);
            wish.done().complete(plan);
            return false;
        }
        Core wanted = cores.get(wish.core());
        boolean moved = topology.move(Map.of(plan, wanted), limit) > 0;
        boolean isThere =
                topology.executors().stream()
                        .anyMatch(e -> e.plan().equals(plan) && e.core() == wanted);
        if (isThere) {
            held.add(id);
            wish.done().complete(plan);
        } else {
            wish.done()
                    .completeExceptionally(
                            new IllegalStateException(
                                    "%s of topology '%s' did not move: its user code was in a call"
                                                    .formatted(plan, topology.plan().name())
                                            + " all the time, or the topology is starting or"
                                            + " ending; try again"));
        }
        return moved;
    }

    /** The same with those bound to where they are that are held there. */
    CounterSnapshot bind(CounterSnapshot reading) {
        held.retainAll(reading.places().keySet());
        return new CounterSnapshot(
                reading.nowNs(),
                reading.busyNs(),
                reading.executors().stream()
                        .map(one -> held.contains(one.executor()) ? one.asBound() : one)
                        .toList());
    }
}
