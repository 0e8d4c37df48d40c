package io.eyewall.testkit.chaos;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.topology.ExecutorPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Moves executors at random among the cores that executors of the topology have been on. */
final class RandomMoves {
    private final TopologyRuntime topology;
    private final Duration limit;
    private final Set<Core> cores = new LinkedHashSet<>();

    RandomMoves(TopologyRuntime topology, Duration limit) {
        this.topology = topology;
        this.limit = limit;
    }

    /** Moves some executors and returns how many. */
    int move(SplittableRandom dice) throws InterruptedException {
        topology.executors().forEach(executor -> cores.add(executor.core()));
        List<Core> known = new ArrayList<>(cores);
        Map<ExecutorPlan, Core> places = new HashMap<>();
        for (Executor executor : topology.executors()) {
            if (dice.nextInt(3) == 0) {
                places.put(executor.plan(), known.get(dice.nextInt(known.size())));
            }
        }
        return topology.move(places, limit);
    }
}
