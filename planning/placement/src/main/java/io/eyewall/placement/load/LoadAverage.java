package io.eyewall.placement.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The exponentially weighted average of snapshots, as T-Storm computes it (section IV-B): {@code Y
 * = alpha * Y + (1 - alpha) * sample}. The average of a new executor starts with its sample; an
 * executor that is missing in a sample is dropped; traffic that has ceased fades out. Used by one
 * thread at a time.
 */
public final class LoadAverage {
    /**
     * Traffic that has ceased is dropped when its sum of tuples and bytes per second is below this.
     */
    private static final double NEGLIGIBLE = 1e-3;

    private final double alpha;
    private @Nullable Snapshot average;

    private record Pair(ExecutorId from, ExecutorId to) {}

    /**
     * Creates an average without samples.
     *
     * @param alpha weight of the past, from 0 (only the last window) to below 1; T-Storm's is 0.5
     */
    public LoadAverage(double alpha) {
        if (!(alpha >= 0 && alpha < 1)) {
            throw new IllegalArgumentException(
                    "load average: alpha must be at least 0 and below 1, not " + alpha);
        }
        this.alpha = alpha;
    }

    /** Adds a window and returns the average. */
    public Snapshot add(Snapshot window) {
        Snapshot result = average == null ? window : merge(average, window);
        average = result;
        return result;
    }

    private Snapshot merge(Snapshot past, Snapshot window) {
        Map<ExecutorId, ExecutorLoad> pastLoads = new HashMap<>();
        past.executors().forEach(load -> pastLoads.put(load.executor(), load));
        Map<Pair, Traffic> pastTraffic = new HashMap<>();
        past.traffic().forEach(flow -> pastTraffic.put(pair(flow), flow));

        List<ExecutorLoad> loads = new ArrayList<>();
        Set<ExecutorId> currentExecutors = new HashSet<>();
        for (ExecutorLoad current : window.executors()) {
            ExecutorLoad previous = pastLoads.getOrDefault(current.executor(), current);
            currentExecutors.add(current.executor());
            loads.add(
                    new ExecutorLoad(
                            current.executor(),
                            weightedMean(previous.cores(), current.cores()),
                            weightedMean(previous.memoryBytes(), current.memoryBytes())));
        }
        List<Traffic> traffic = new ArrayList<>();
        for (Traffic current : window.traffic()) {
            Traffic previous = pastTraffic.remove(pair(current));
            boolean isNew =
                    !pastLoads.containsKey(current.from()) || !pastLoads.containsKey(current.to());
            traffic.add(
                    isNew
                            ? current
                            : weightedMeanTraffic(
                                    current,
                                    previous == null ? 0 : previous.tuplesPerSec(),
                                    previous == null ? 0 : previous.bytesPerSec()));
        }
        for (Traffic previous : pastTraffic.values()) {
            if (currentExecutors.contains(previous.from())
                    && currentExecutors.contains(previous.to())) {
                Traffic noTraffic = new Traffic(previous.from(), previous.to(), 0, 0);
                Traffic fading =
                        weightedMeanTraffic(
                                noTraffic, previous.tuplesPerSec(), previous.bytesPerSec());
                if (fading.tuplesPerSec() + fading.bytesPerSec() > NEGLIGIBLE) {
                    traffic.add(fading);
                }
            }
        }
        return new Snapshot(loads, traffic);
    }

    private Traffic weightedMeanTraffic(
            Traffic current, double previousTuples, double previousBytes) {
        return new Traffic(
                current.from(),
                current.to(),
                weightedMean(previousTuples, current.tuplesPerSec()),
                weightedMean(previousBytes, current.bytesPerSec()));
    }

    private double weightedMean(double previous, double current) {
        return alpha * previous + (1 - alpha) * current;
    }

    private static Pair pair(Traffic flow) {
        return new Pair(flow.from(), flow.to());
    }
}
