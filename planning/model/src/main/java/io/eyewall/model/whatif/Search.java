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
 * Searches for configurations. For a size of the setting (number of cores or nodes), it begins with
 * equal numbers of executors, and changes the number of the component for which this raises the
 * throughput most, until no change raises it by a percent.
 */
public final class Search {
    /** A configuration is better if its throughput is higher by at least this factor. */
    private static final double MIN_GAIN = 1.01;

    /** The share of the highest throughput that the cheapest configuration may need. */
    private static final double MAX_UTILIZATION = 0.8;

    /**
     * The most executors of a component with dedicated threads, which mostly wait and then need no
     * core.
     */
    private static final int MAX_THREADS = 64;

    private final TopologyModel topology;
    private final IntFunction<Setting> settings;

    /**
     * A configuration and the prediction for it.
     *
     * @param executors numbers of executors, by component
     */
    public record Found(Map<String, Integer> executors, Prediction prediction) {}

    /**
     * @param settings returns the setting of a size, which is 1 or more cores or nodes
     */
    public Search(TopologyModel topology, IntFunction<Setting> settings) {
        this.topology = topology;
        this.settings = settings;
    }

    /** Returns the configuration with the highest throughput at a size. */
    public Found bestOfSize(int size) {
        Setting setting = settings.apply(size);
        int maxExecutors = setting.tree().placeCount();
        if (setting.isCluster()) {
            maxExecutors = (int) Math.max(maxExecutors, Math.ceil(totalCores(setting)));
        }
        Found best = predict(setting, Map.of());
        for (Map<String, Integer> start : List.of(equalCounts(1), equalCounts(maxExecutors))) {
            best = better(predict(setting, start), best);
        }
        boolean improved = true;
        while (improved) {
            Found next = best;
            for (ComponentModel component : topology.components()) {
                int present = best.executors().getOrDefault(component.id(), 1);
                boolean isDedicated = component.thread().ns() > 0;
                int limit = isDedicated ? Math.max(maxExecutors, MAX_THREADS) : maxExecutors;
                for (int count :
                        new int[] {
                            present - 1, present + 1, isDedicated ? 2 * present : maxExecutors
                        }) {
                    if (count >= 1 && count <= limit && count != present) {
                        Map<String, Integer> changed = new HashMap<>(best.executors());
                        changed.put(component.id(), count);
                        next = better(predict(setting, changed), next);
                    }
                }
            }
            improved = next.prediction().maxPerSec() > best.prediction().maxPerSec() * MIN_GAIN;
            best = improved ? next : best;
        }
        return best;
    }

    private static double totalCores(Setting setting) {
        double cores = 0;
        for (Vertex vertex : setting.tree().vertices()) {
            double vertexCores = vertex.limits().cores();
            cores += Double.isFinite(vertexCores) ? vertexCores : 0;
        }
        return cores;
    }

    /**
     * Returns the smallest configuration that sustains a rate with a fifth of its throughput to
     * spare, and keeps a 99th percentile of latency.
     *
     * @param p99Ns the highest allowed percentile; infinite if it does not matter
     * @param largest the largest size to try
     */
    public Optional<Found> cheapest(double ratePerSec, double p99Ns, int largest) {
        for (int size = 1; size <= largest; size++) {
            Found found = bestOfSize(size);
            if (found.prediction().maxPerSec() * MAX_UTILIZATION >= ratePerSec) {
                Prediction prediction =
                        Prediction.of(
                                topology.withExecutors(found.executors()),
                                found.prediction().setting(),
                                ratePerSec);
                if (Double.isInfinite(p99Ns) || prediction.latency().p99Ns() <= p99Ns) {
                    return Optional.of(new Found(found.executors(), prediction));
                }
            }
        }
        return Optional.empty();
    }

    private Map<String, Integer> equalCounts(int executors) {
        Map<String, Integer> counts = new HashMap<>();
        topology.components().forEach(c -> counts.put(c.id(), executors));
        return counts;
    }

    private Found predict(Setting setting, Map<String, Integer> counts) {
        TopologyModel changed = topology.withExecutors(counts);
        Map<String, Integer> executors = new HashMap<>();
        changed.components().forEach(c -> executors.put(c.id(), c.executors()));
        return new Found(executors, Prediction.of(changed, setting, Double.POSITIVE_INFINITY));
    }

    private static Found better(Found candidate, Found best) {
        return candidate.prediction().maxPerSec() > best.prediction().maxPerSec() * MIN_GAIN
                ? candidate
                : best;
    }

    /**
     * Returns components that have more executors than were measured and whose keys may be skewed
     * in a way that was not measured.
     */
    public List<String> componentsOfUnknownSkew(Found found) {
        List<String> unknown = new ArrayList<>();
        topology.edges().stream()
                .filter(e -> e.routing().isSkewUnknown())
                .filter(e -> found.executors().getOrDefault(e.to(), 1) > 1)
                .forEach(e -> unknown.add(e.to()));
        return unknown;
    }
}
