package io.eyewall.console.model;

import io.eyewall.console.memory.BoundedText;
import io.eyewall.control.figures.ComponentFigures;
import io.eyewall.control.figures.ExecutorRates;
import io.eyewall.control.figures.TopologyFigures;
import io.eyewall.control.figures.TopologySample;
import io.eyewall.control.health.Health;
import io.eyewall.engine.metrics.ComponentMetrics;
import io.eyewall.engine.metrics.CoreMetrics;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.engine.metrics.LatencySnapshot;
import java.util.List;
import java.util.Locale;

/** Arranges the figures of a topology between two samples as the tables that a page shows. */
public final class NumbersReader {
    private final Structure structure;
    private final TopologySample before;
    private final TopologySample now;
    private final TopologyFigures figures;

    private NumbersReader(Structure structure, TopologySample before, TopologySample now) {
        this.structure = structure;
        this.before = before;
        this.now = now;
        this.figures = TopologyFigures.between(before, now);
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
        return new NumbersReader(structure, before, now).read(moves, health);
    }

    private Numbers read(int moves, Health health) {
        Flows flows = new Flows(structure, before, now, figures.seconds());
        double[][] components = new double[structure.components().size()][];
        for (int i = 0; i < components.length; i++) {
            components[i] = row(structure.components().get(i));
        }
        return new Numbers(
                now.timeMs(),
                totals(moves, health),
                RowTable.of(components),
                flows.edges(),
                executors(),
                flows.tasks(),
                cores(),
                flows.crossing());
    }

    /** Returns a row of the table of components; see {@link Columns}. */
    private double[] row(Structure.Component component) {
        ComponentFigures all = figures.component(component.id());
        ComponentMetrics counters = all.counters();
        double capacity = component.capacity();
        return new double[] {
            all.perSec(),
            all.rates().emittedPerSec(),
            counters.executed(),
            counters.emittedByUser(),
            counters.acked(),
            counters.failed(),
            all.rates().busy(),
            all.rates().held(),
            all.callNs(),
            counters.queuedTuples(),
            counters.pendingMessages(),
            counters.queuedTuples() / (capacity * Math.max(1, counters.executors())),
            all.errors(),
            all.worstBusy(),
            all.worstTask(),
            Math.min(1, all.fullestMailbox() / capacity)
        };
    }

    private RowTable executors() {
        double[][] rows = new double[structure.executors().size()][];
        int row = 0;
        for (ExecutorMetrics executor : now.metrics().executors()) {
            ComponentFigures component =
                    figures.components().get(executor.executor().componentId());
            if (component != null && row < rows.length) {
                rows[row++] = row(executor, component.isSpout());
            }
        }
        while (row < rows.length) { // executors that a rebalance is replacing
            rows[row++] = new double[Columns.ALL.executors().size()];
        }
        return RowTable.of(rows);
    }

    /** Returns a row of the table of executors; see {@link Columns}. */
    private double[] row(ExecutorMetrics executor, boolean isSpout) {
        ExecutorRates rates = figures.of(executor);
        return new double[] {
            executor.core(),
            executor.dedicated() ? 1 : 0,
            rates.busy(),
            rates.held(),
            rates.perSec(isSpout),
            executor.queuedTuples(),
            executor.pendingMessages(),
            rates.callNs(isSpout)
        };
    }

    private RowTable cores() {
        List<CoreMetrics> past = before.metrics().cores();
        List<CoreMetrics> cores = now.metrics().cores();
        double[][] rows = new double[cores.size()][];
        for (int i = 0; i < rows.length; i++) {
            CoreMetrics core = cores.get(i);
            CoreMetrics difference = i < past.size() ? core.since(past.get(i)) : core;
            rows[i] =
                    new double[] {
                        Math.min(1, Math.max(0, difference.busyNs()) / (figures.seconds() * 1e9)),
                        core.executors(),
                        Math.max(0, difference.sleeps()) / figures.seconds()
                    };
        }
        return RowTable.of(rows);
    }

    private TopologyTotals totals(int moves, Health health) {
        LatencySnapshot all = now.metrics().completeLatency();
        LatencySnapshot recent =
                now.status().isOver() ? LatencySnapshot.EMPTY : now.metrics().recentLatency();
        boolean acking = figures.acked() > 0 || all.count() > 0;
        return new TopologyTotals(
                now.status().name(),
                BoundedText.line(health.text()),
                health.word().level().name().toLowerCase(Locale.ROOT),
                BoundedText.line(health.why()),
                now.crashes().count(),
                now.crashes().lastMs(),
                BoundedText.line(now.crashes().last()),
                now.uptimeSecs(),
                acking ? figures.ackedPerSec() : figures.emittedPerSec(),
                acking,
                figures.acked(),
                figures.failed(),
                figures.pending(),
                figures.queued(),
                figures.errors(),
                structure.executors().size() + structure.hiddenExecutors(),
                moves,
                recent.p50Ns(),
                recent.p99Ns(),
                all.p99Ns());
    }
}
