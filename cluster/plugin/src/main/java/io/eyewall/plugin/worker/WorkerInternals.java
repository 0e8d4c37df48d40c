package io.eyewall.plugin.worker;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.apache.storm.StormTimer;
import org.apache.storm.daemon.worker.Worker;
import org.apache.storm.daemon.worker.WorkerState;
import org.apache.storm.executor.Executor;
import org.apache.storm.executor.ExecutorShutdown;
import org.apache.storm.executor.IRunningExecutor;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads private fields of Storm's worker (2.8.3). Used by the thread {@code eyewall-smooth}, except
 * {@link #metricRegistry}.
 */
final class WorkerInternals {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerInternals.class);
    private static final long CHECK_INTERVAL_MS = 10;

    private final StormField metricsField = StormField.of(Worker.class, "metricRegistry");
    private final StormField stateField = StormField.of(Worker.class, "workerState");
    private final StormField executorsField = StormField.of(Worker.class, "executorsAtom");
    private final StormField timerField =
            StormField.of(WorkerState.class, "refreshConnectionsTimer");
    private final StormField executorField = StormField.of(ExecutorShutdown.class, "executor");
    private final Worker worker;

    /**
     * @throws IllegalStateException if this is another version of Storm, with other fields
     */
    WorkerInternals(Worker worker) {
        this.worker = worker;
    }

    /** Returns the worker's state; null until the worker has read its assignment. */
    private @Nullable WorkerState workerState() {
        return (WorkerState) stateField.read(worker);
    }

    /** Returns the metric registry of the worker's messaging, which exists from the beginning. */
    StormMetricRegistry metricRegistry() {
        return (StormMetricRegistry)
                Objects.requireNonNull(metricsField.read(worker), "metricRegistry");
    }

    private List<IRunningExecutor> executors() {
        if (executorsField.read(worker) instanceof AtomicReference<?> reference
                && reference.get() instanceof List<?> list) {
            return list.stream().map(IRunningExecutor.class::cast).toList();
        }
        return List.of();
    }

    /**
     * Makes Storm's connection thread check every few milliseconds whether it must read the {@link
     * AssignmentView} again. That thread sleeps up to a second and is not woken by newly scheduled
     * work, so the checks start before they are urgent.
     *
     * @param isOver called by that thread; true ends the checks
     * @param isDue called by that thread; returns whether to read the view now
     * @param onRefreshed called by that thread after each read of the view
     * @return whether the checks were started; false before the worker has read its assignment
     */
    boolean startConnectionChecks(
            BooleanSupplier isOver, BooleanSupplier isDue, Runnable onRefreshed) {
        WorkerState state = workerState();
        StormTimer timer = state == null ? null : (StormTimer) timerField.read(state);
        if (state == null || timer == null) {
            return false;
        }
        timer.scheduleMs(
                0,
                new Runnable() {
                    @Override
                    public void run() {
                        if (isDue.getAsBoolean()) {
                            state.refreshConnections();
                            onRefreshed.run();
                        }
                        if (!isOver.getAsBoolean()) {
                            scheduleCheck(timer, this);
                        }
                    }
                });
        return true;
    }

    private static void scheduleCheck(StormTimer timer, Runnable command) {
        try {
            timer.scheduleMs(CHECK_INTERVAL_MS, command);
        } catch (IllegalStateException e) {
            LOG.debug("Eyewall: the worker is ending", e);
        }
    }

    boolean connectionsAreReady() {
        WorkerState state = workerState();
        return state != null && state.areAllConnectionsReady();
    }

    /**
     * Returns whether the worker could work at once: it is connected, and all its executors are
     * prepared except those that wait at a gate. Executors of a deactivated topology are not
     * prepared yet.
     *
     * @param waiting the number of executors that wait at a gate
     */
    boolean isStarted(int waiting) {
        WorkerState state = workerState();
        if (state == null || state.getIsWorkerActive().getCount() > 0) {
            return false;
        }
        List<IRunningExecutor> executors = executors();
        if (executors.isEmpty()) {
            return false;
        }
        return !state.getIsTopologyActive().get()
                || executors.stream().filter(each -> !isPrepared(each)).count() <= waiting;
    }

    private boolean isPrepared(IRunningExecutor running) {
        return !(running instanceof ExecutorShutdown)
                || !(executorField.read(running) instanceof Executor executor)
                || executor.getOpenOrPrepareWasCalled().get();
    }

    /** Returns whether no tuple waits for an executor of this worker. */
    boolean queuesAreEmpty() {
        return executors().stream()
                .allMatch(
                        each ->
                                each.getReceiveQueue().getQueuedCount() == 0
                                        && each.getReceiveQueue().isEmptyOverflow());
    }
}
