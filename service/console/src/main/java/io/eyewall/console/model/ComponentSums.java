package io.eyewall.console.model;

import io.eyewall.engine.metrics.ExecutorMetrics;

/** Sums the metrics of all executors of a component. For one thread. */
final class ComponentSums {
    private final Structure.Component component;
    private int executors;
    private double executedPerSec;
    private double emittedPerSec;
    private double ackedPerSec;
    private double busy;
    private double held;
    private long executed;
    private long emitted;
    private long acked;
    private long failed;
    private long queued;
    private long pending;
    private double worstBusy;
    private double worstFill;
    private int worstTask = -1;

    ComponentSums(Structure.Component component) {
        this.component = component;
    }

    void add(ExecutorMetrics executor, ExecutorRates rates) {
        executors++;
        executedPerSec += rates.executedPerSec();
        emittedPerSec += rates.emittedPerSec();
        ackedPerSec += rates.ackedPerSec();
        busy += rates.busy();
        held += rates.held();
        executed += executor.executed();
        emitted += ExecutorRates.emitted(executor);
        acked += executor.acked();
        failed += executor.failed();
        queued += executor.queuedTuples();
        pending += executor.pendingMessages();
        worstFill =
                Math.max(
                        worstFill,
                        Math.min(1, (double) executor.queuedTuples() / component.capacity()));
        if (worstTask < 0 || rates.busy() > worstBusy) {
            worstBusy = rates.busy();
            worstTask = executor.executor().firstTask();
        }
    }

    boolean isSpout() {
        return component.spout();
    }

    long queued() {
        return queued;
    }

    long acked() {
        return acked;
    }

    long failed() {
        return failed;
    }

    long pending() {
        return pending;
    }

    double ackedPerSec() {
        return ackedPerSec;
    }

    double emittedPerSec() {
        return emittedPerSec;
    }

    /**
     * Returns the sums as a row of the table of components; see {@link Columns}.
     *
     * @param errors the number of errors reported since the start
     */
    double[] row(long errors) {
        int count = Math.max(1, executors);
        double perSec = isSpout() ? emittedPerSec : executedPerSec;
        return new double[] {
            perSec,
            emittedPerSec,
            executed,
            emitted,
            acked,
            failed,
            busy / count,
            held / count,
            perSec == 0 ? 0 : busy * 1e9 / perSec,
            queued,
            pending,
            (double) queued / ((double) component.capacity() * count),
            errors,
            worstBusy,
            worstTask,
            worstFill
        };
    }
}
