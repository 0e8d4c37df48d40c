package io.eyewall.plugin.monitor;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/**
 * The monitored workers of this JVM: one, except in a local cluster. Storm's threads add and remove
 * tasks; this class lets only one of them in at a time.
 */
final class Monitors {
    private static final Map<Slot, WorkerMonitor> BY_SLOT = new HashMap<>();

    /**
     * The key of the meter in Storm's executor data, a map that the tasks of one executor share.
     */
    private static final String EXECUTOR_METER_KEY = ExecutorMeter.class.getName();

    private record Slot(String topology, int port) {}

    /** A measured task, with the worker's monitor to which it was added. */
    record Registration(Slot slot, WorkerMonitor monitor, TaskMeter meter) {
        /** Stops measuring the task. */
        void close() {
            Monitors.remove(this);
        }
    }

    private Monitors() {}

    /** Starts measuring a task; returns null if no generator is configured. */
    static synchronized @Nullable Registration addTask(
            Map<String, Object> conf, TopologyContext context) {
        if (context.getThisTaskId() < 1) {
            return null; // Storm's system task, which every worker has
        }
        Slot slot = new Slot(context.getStormId(), context.getThisWorkerPort());
        WorkerMonitor monitor = BY_SLOT.get(slot);
        if (monitor == null) {
            Optional<MonitorSettings> settings = MonitorSettings.of(conf);
            if (settings.isEmpty()) {
                return null;
            }
            monitor = new WorkerMonitor(WorkerIdentity.of(conf, context), settings.get(), conf);
            monitor.start();
            BY_SLOT.put(slot, monitor);
        }
        ExecutorMeter executor;
        if (context.getExecutorData(EXECUTOR_METER_KEY) instanceof ExecutorMeter known) {
            executor = known;
        } else {
            executor = new ExecutorMeter(context.getThisComponentId());
            context.setExecutorData(EXECUTOR_METER_KEY, executor);
        }
        return new Registration(slot, monitor, monitor.addTask(context, executor));
    }

    private static synchronized void remove(Registration registration) {
        WorkerMonitor monitor = registration.monitor();
        if (monitor.removeTask(registration.meter())
                && BY_SLOT.remove(registration.slot(), monitor)) {
            monitor.close();
        }
    }

    /** Returns the number of measured workers; for tests. */
    static synchronized int workerCount() {
        return BY_SLOT.size();
    }
}
