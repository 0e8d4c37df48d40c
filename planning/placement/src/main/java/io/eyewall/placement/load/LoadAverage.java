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
 * = alpha * Y + (1 - alpha) * sample}. A new executor starts with its sample, a missing one is
 * dropped; traffic that has ceased fades out. For one thread at a time.
 */
public final class LoadAverage {
    /** Traffic below this value, in tuples and bytes per second, counts as none. */
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
        Set<ExecutorId> alive = new HashSet<>();
        for (ExecutorLoad now : window.executors()) {
            ExecutorLoad before = pastLoads.getOrDefault(now.executor(), now);
            alive.add(now.executor());
            loads.add(
                    new ExecutorLoad(
                            now.executor(),
                            mix(before.cores(), now.cores()),
                            mix(before.memoryBytes(), now.memoryBytes())));
        }
        List<Traffic> traffic = new ArrayList<>();
        for (Traffic now : window.traffic()) {
            Traffic before = pastTraffic.remove(pair(now));
            boolean isNew = !pastLoads.containsKey(now.from()) || !pastLoads.containsKey(now.to());
            traffic.add(
                    isNew
                            ? now
                            : mixTraffic(
                                    now,
                                    before == null ? 0 : before.tuplesPerSec(),
                                    before == null ? 0 : before.bytesPerSec()));
        }
        for (Traffic before : pastTraffic.values()) {
            if (alive.contains(before.from()) && alive.contains(before.to())) {
                Traffic none = new Traffic(before.from(), before.to(), 0, 0);
                Traffic fading = mixTraffic(none, before.tuplesPerSec(), before.bytesPerSec());
                if (fading.tuplesPerSec() + fading.bytesPerSec() > NEGLIGIBLE) {
                    traffic.add(fading);
                }
            }
        }
        return new Snapshot(loads, traffic);
    }

    private Traffic mixTraffic(Traffic now, double tuplesBefore, double bytesBefore) {
        return new Traffic(
                now.from(),
                now.to(),
                mix(tuplesBefore, now.tuplesPerSec()),
                mix(bytesBefore, now.bytesPerSec()));
    }

    private double mix(double before, double now) {
        return alpha * before + (1 - alpha) * now;
    }

    private static Pair pair(Traffic flow) {
        return new Pair(flow.from(), flow.to());
    }
}
