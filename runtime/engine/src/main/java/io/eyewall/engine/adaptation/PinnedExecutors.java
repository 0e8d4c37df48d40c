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
 * Executors that a person has moved to a core and that stay there: no plan moves them until they
 * are released, or replaced by a rebalance. Any thread may submit requests; the monitor executes
 * them.
 */
final class PinnedExecutors {
    private final List<Core> cores;
    private final Queue<Request> requests = new ConcurrentLinkedQueue<>();

    /** Used by the monitor only. */
    private final Set<ExecutorId> pinned = new HashSet<>();

    /** A request to pin an executor to a core, or to release it if the core is -1. */
    private record Request(
            String topologyId, int task, int core, CompletableFuture<ExecutorPlan> result) {}

    PinnedExecutors(List<Core> cores) {
        this.cores = cores;
    }

    /** See {@link LivePlacement#hold}. */
    CompletableFuture<ExecutorPlan> requestPin(String topologyId, int task, int core) {
        if (core < -1 || core >= cores.size()) {
            throw new IllegalArgumentException(
                    "core is "
                            + core
                            + ", expected 0 to "
                            + (cores.size() - 1)
                            + ", or -1 to release the executor");
        }
        CompletableFuture<ExecutorPlan> result = new CompletableFuture<>();
        requests.add(new Request(topologyId, task, core, result));
        return result;
    }

    /**
     * Executes all requests.
     *
     * @param limit maximum time for which a move waits until user code returns
     * @return whether an executor has moved
     */
    boolean executeRequests(List<TopologyRuntime> topologies, Duration limit)
            throws InterruptedException {
        boolean moved = false;
        for (Request request = requests.poll(); request != null; request = requests.poll()) {
            try {
                moved |= execute(request, topologies, limit);
            } catch (RuntimeException | InterruptedException e) {
                request.result().completeExceptionally(e);
                throw e;
            }
        }
        return moved;
    }

    private boolean execute(Request request, List<TopologyRuntime> topologies, Duration limit)
            throws InterruptedException {
        for (TopologyRuntime topology : topologies) {
            for (ExecutorPlan plan : topology.plan().executors()) {
                if (topology.plan().id().equals(request.topologyId())
                        && plan.firstTask() <= request.task()
                        && request.task() <= plan.lastTask()) {
                    return execute(request, topology, plan, limit);
                }
            }
        }
        request.result()
                .completeExceptionally(
                        new IllegalArgumentException(
                                "topology '%s' has no task %d in this engine"
                                        .formatted(request.topologyId(), request.task())));
        return false;
    }

    private boolean execute(
            Request request, TopologyRuntime topology, ExecutorPlan plan, Duration limit)
            throws InterruptedException {
        ExecutorId id = CounterReader.executorId(request.topologyId(), plan);
        if (request.core() < 0) {
            pinned.remove(id);
            request.result().complete(plan);
            return false;
        }
        Core target = cores.get(request.core());
        boolean moved = topology.move(Map.of(plan, target), limit) > 0;
        boolean isOnCore =
                topology.executors().stream()
                        .anyMatch(e -> e.plan().equals(plan) && e.core() == target);
        if (isOnCore) {
            pinned.add(id);
            request.result().complete(plan);
        } else {
            request.result()
                    .completeExceptionally(
                            new IllegalStateException(
                                    "%s of topology '%s' did not move: its user code was in a call"
                                                    .formatted(plan, topology.plan().name())
                                            + " all the time, or the topology is starting or"
                                            + " ending; try again"));
        }
        return moved;
    }

    /**
     * Returns the reading with pinned executors bound to their cores. Forgets pinned executors that
     * no longer exist.
     */
    CounterSnapshot bindPinned(CounterSnapshot reading) {
        pinned.retainAll(reading.places().keySet());
        return new CounterSnapshot(
                reading.nowNs(),
                reading.busyNs(),
                reading.executors().stream()
                        .map(
                                counters ->
                                        pinned.contains(counters.executor())
                                                ? counters.asBound()
                                                : counters)
                        .toList());
    }
}
