package io.eyewall.model.whatif;

import io.eyewall.model.topology.ComponentModel;
import io.eyewall.model.topology.TopologyModel;
import io.eyewall.placement.place.Vertex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Searches for configurations. For a size of the setting (cores, nodes), it adds executors where
 * they help most, to one component at a time or to all together, until no addition helps by a
 * percent.
 */
public final class Search {
    private static final double WORTH = 1.01;
    private static final double ROOM = 0.8;

    /**
     * The most executors of a component whose dedicated threads mostly wait, and therefore use no
     * core.
     */
    private static final int MAX_THREADS = 64;

    private final TopologyModel topology;
    private final IntFunction<Setting> settings;

    /**
     * A configuration and the prediction for it.
     *
     * @param executors by component
     */
    public record Found(Map<String, Integer> executors, Prediction prediction) {}

    /**
     * @param settings returns the setting of a size, from 1 on
     */
    public Search(TopologyModel topology, IntFunction<Setting> settings) {
        this.topology = topology;
        this.settings = settings;
    }

    /** Returns the configuration with the highest throughput at a size. */
    public Found best(int size) {
        Setting setting = settings.apply(size);
        int most = setting.tree().placeCount();
        if (setting.threads()) {
            most = (int) Math.max(most, Math.ceil(cores(setting)));
        }
        Found best = at(setting, Map.of());
        for (Map<String, Integer> start : List.of(all(1), all(most))) {
            best = better(at(setting, start), best);
        }
        boolean grown = true;
        while (grown) {
            Found next = best;
            for (ComponentModel component : topology.components()) {
                int now = best.executors().getOrDefault(component.id(), 1);
                boolean waits = component.thread().ns() > 0;
                int limit = waits ? Math.max(most, MAX_THREADS) : most;
                for (int count : new int[] {now - 1, now + 1, waits ? 2 * now : most}) {
                    if (count >= 1 && count <= limit && count != now) {
                        Map<String, Integer> changed = new HashMap<>(best.executors());
                        changed.put(component.id(), count);
                        next = better(at(setting, changed), next);
                    }
                }
            }
            grown = next.prediction().mostPerSec() > best.prediction().mostPerSec() * WORTH;
            best = grown ? next : best;
        }
        return best;
    }

    private static double cores(Setting setting) {
        double cores = 0;
        for (Vertex vertex : setting.tree().vertices()) {
            double own = vertex.limits().cores();
            cores += Double.isFinite(own) ? own : 0;
        }
        return cores;
    }

    /**
     * Returns the smallest configuration that sustains a rate with a fifth to spare, and keeps the
     * 99th percentile.
     *
     * @param p99Ns infinite if it does not matter
     * @param largest size to try
     */
    public Optional<Found> cheapest(double ratePerSec, double p99Ns, int largest) {
        for (int size = 1; size <= largest; size++) {
            Found found = best(size);
            if (found.prediction().mostPerSec() * ROOM >= ratePerSec) {
                Prediction at =
                        Prediction.of(
                                topology.withExecutors(found.executors()),
                                found.prediction().setting(),
                                ratePerSec);
                if (Double.isInfinite(p99Ns) || at.latency().p99Ns() <= p99Ns) {
                    return Optional.of(new Found(found.executors(), at));
                }
            }
        }
        return Optional.empty();
    }

    private Map<String, Integer> all(int executors) {
        Map<String, Integer> counts = new HashMap<>();
        topology.components().forEach(c -> counts.put(c.id(), executors));
        return counts;
    }

    private Found at(Setting setting, Map<String, Integer> counts) {
        TopologyModel changed = topology.withExecutors(counts);
        Map<String, Integer> executors = new HashMap<>();
        changed.components().forEach(c -> executors.put(c.id(), c.executors()));
        return new Found(executors, Prediction.of(changed, setting, Double.POSITIVE_INFINITY));
    }

    private static Found better(Found one, Found other) {
        return one.prediction().mostPerSec() > other.prediction().mostPerSec() * WORTH
                ? one
                : other;
    }

    /**
     * Returns components that have more executors than were measured and whose keys may be skewed
     * in a way that was not measured.
     */
    public List<String> unknownSkew(Found found) {
        List<String> unknown = new ArrayList<>();
        topology.edges().stream()
                .filter(e -> e.routing().isSkewUnknown())
                .filter(e -> found.executors().getOrDefault(e.to(), 1) > 1)
                .forEach(e -> unknown.add(e.to()));
        return unknown;
    }
}
