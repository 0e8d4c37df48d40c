package io.eyewall.console.model;

import io.eyewall.console.memory.BoundedText;
import io.eyewall.control.health.Health;
import io.eyewall.engine.metrics.CoreMetrics;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.engine.metrics.LatencySnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Computes the numbers of a topology from two samples. */
public final class NumbersReader {
    private static final double MIN_SECS = 1e-3;

    private final Structure structure;
    private final TopologySample now;
    private final double seconds;
    private final ExecutorPasts past;
    private final ComponentSums[] sums;

    private NumbersReader(
            Structure structure, TopologySample before, TopologySample now, double seconds) {
        this.structure = structure;
        this.now = now;
        this.seconds = seconds;
        this.past = new ExecutorPasts(before, now, seconds);
        sums = new ComponentSums[structure.components().size()];
        for (int i = 0; i < sums.length; i++) {
            sums[i] = new ComponentSums(structure.components().get(i));
        }
    }

    /**
     * Computes the numbers between two samples.
     *
     * @param structure the structure of the later sample's plan
     * @param before the earlier sample; counters of tasks that it lacks started at zero
     * @param moves the number of moves of executors to other cores so far
     * @param health the topology's health
     */
    public static Numbers read(
            Structure structure,
            TopologySample before,
            TopologySample now,
            int moves,
            Health health) {
        double seconds = Math.max(MIN_SECS, (now.atNs() - before.atNs()) / 1e9);
        if (before.metrics().executors().isEmpty()) { // the earlier poll had no process to read
            seconds = Math.max(seconds, uptimeSecs(now));
        }
        return new NumbersReader(structure, before, now, seconds).read(before, moves, health);
    }

    /** Returns how long the counters have existed. */
    private static int uptimeSecs(TopologySample sample) {
        return sample.metrics().executors().stream()
                .mapToInt(ExecutorMetrics::uptimeSecs)
                .max()
                .orElse(0);
    }

    private Numbers read(TopologySample before, int moves, Health health) {
        RowTable executors = executors();
        Flows flows = new Flows(structure, before, now, seconds);
        double[][] components = new double[sums.length][];
        for (int i = 0; i < sums.length; i++) {
            components[i] = sums[i].row(errors(structure.components().get(i).id()));
        }
        return new Numbers(
                now.timeMs(),
                totals(moves, health),
                RowTable.of(components),
                flows.edges(),
                executors,
                flows.tasks(),
                cores(before),
                flows.crossing());
    }

    private RowTable executors() {
        Map<String, Integer> indexOf = new HashMap<>();
        for (int i = 0; i < sums.length; i++) {
            indexOf.put(structure.components().get(i).id(), i);
        }
        double[][] rows = new double[structure.executors().size()][];
        int row = 0;
        for (ExecutorMetrics executor : now.metrics().executors()) {
            Integer component = indexOf.get(executor.executor().componentId());
            if (component == null) {
                continue;
            }
            ExecutorRates rates = past.rates(executor);
            sums[component].add(executor, rates);
            if (row < rows.length) {
                rows[row++] = rates.row(executor, sums[component].isSpout());
            }
        }
        while (row < rows.length) { // executors that a rebalance is replacing
            rows[row++] = new double[Columns.ALL.executors().size()];
        }
        return RowTable.of(rows);
    }

    private long errors(String componentId) {
        return now.errors().entrySet().stream()
                .filter(e -> componentId.equals(now.plan().taskToComponent().get(e.getKey())))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private RowTable cores(TopologySample before) {
        List<CoreMetrics> past = before.metrics().cores();
        List<CoreMetrics> cores = now.metrics().cores();
        double[][] rows = new double[cores.size()][];
        for (int i = 0; i < rows.length; i++) {
            CoreMetrics core = cores.get(i);
            CoreMetrics difference = i < past.size() ? core.since(past.get(i)) : core;
            rows[i] =
                    new double[] {
                        Math.min(1, Math.max(0, difference.busyNs()) / (seconds * 1e9)),
                        core.executors(),
                        Math.max(0, difference.sleeps()) / seconds
                    };
        }
        return RowTable.of(rows);
    }

    private TopologyTotals totals(int moves, Health health) {
        long acked = 0;
        long failed = 0;
        long pending = 0;
        long queued = 0;
        double ackedPerSec = 0;
        double emittedPerSec = 0;
        for (ComponentSums component : sums) {
            queued += component.queued();
            if (component.isSpout()) {
                acked += component.acked();
                failed += component.failed();
                pending += component.pending();
                ackedPerSec += component.ackedPerSec();
                emittedPerSec += component.emittedPerSec();
            }
        }
        LatencySnapshot all = now.metrics().completeLatency();
        LatencySnapshot recent =
                now.status().isOver() ? LatencySnapshot.EMPTY : now.metrics().recentLatency();
        boolean acking = acked > 0 || all.count() > 0;
        return new TopologyTotals(
                now.status().name(),
                BoundedText.line(health.text()),
                health.word().level().name().toLowerCase(Locale.ROOT),
                BoundedText.line(health.why()),
                now.crashes().count(),
                now.crashes().lastMs(),
                BoundedText.line(now.crashes().last()),
                now.uptimeSecs(),
                acking ? ackedPerSec : emittedPerSec,
                acking,
                acked,
                failed,
                pending,
                queued,
                now.errors().values().stream().mapToLong(Long::longValue).sum(),
                structure.executors().size() + structure.hiddenExecutors(),
                moves,
                recent.p50Ns(),
                recent.p99Ns(),
                all.p99Ns());
    }
}
