package io.eyewall.engine.lifecycle;

import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.ExecutorServices;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.executor.TopologyProbe;
import io.eyewall.engine.trace.TraceBook;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import org.apache.storm.generated.DebugOptions;
import org.jspecify.annotations.Nullable;

/** Callbacks from a topology's executors, forwarded to the parts of the topology they concern. */
final class TopologyServices implements ExecutorServices {
    private final TopologyLife life;
    private final ExecutorRegistry registry;
    private final TopologyReports reports;
    private final TopologyResources resources;
    private final OpeningTasks openingTasks;
    private final Opening opening;
    private final Activation activation;
    private final TopologyEnd end;
    private final @Nullable TopologyProbe probe;
    private final Map<String, DebugOptions> debugOptions = new ConcurrentHashMap<>();

    TopologyServices(
            TopologyLife life,
            ExecutorRegistry registry,
            TopologyReports reports,
            TopologyResources resources,
            OpeningTasks openingTasks,
            Opening opening,
            Activation activation,
            TopologyEnd end,
            @Nullable TopologyProbe probe) {
        this.life = life;
        this.registry = registry;
        this.reports = reports;
        this.resources = resources;
        this.openingTasks = openingTasks;
        this.opening = opening;
        this.activation = activation;
        this.end = end;
        this.probe = probe;
    }

    @Override
    public void fail(String componentId, int taskId, String call, Throwable cause) {
        end.fail(componentId, taskId, call, cause);
    }

    @Override
    public void reportError(String componentId, int taskId, @Nullable Throwable error) {
        reports.addReportedError(componentId, taskId, error);
    }

    @Override
    public void onOpening(Executor executor, Task task) {
        if (!life.isClosing()) {
            openingTasks.begin(executor, task);
        }
    }

    @Override
    public void onPrepared(Executor executor) {
        openingTasks.end(executor);
        if (life.onPrepared()) {
            registry.onAllPrepared();
        }
    }

    @Override
    public void onOpened(Executor executor) {
        openingTasks.end(executor);
        if (probe != null) {
            probe.onOpened(executor);
        }
        opening.onOpened(executor);
        if (life.onOpened()) {
            activation.applyOnCore();
            life.onStarted();
        }
    }

    @Override
    public void onClosed(Executor executor) {
        openingTasks.end(executor);
        end.onClosed();
    }

    @Override
    public ClassLoader classLoader() {
        return resources.classLoader();
    }

    @Override
    public boolean isInStandby() {
        return opening.isInStandby();
    }

    @Override
    public boolean hasFailed() {
        return life.hasFailed();
    }

    @Override
    public Map<String, String> credentials() {
        return resources.credentials();
    }

    @Override
    public Lock taskMoveLock() {
        return registry.taskMoveLock();
    }

    @Override
    public boolean isAboutToMove() {
        return registry.isAboutToMove();
    }

    @Override
    public boolean isCallerAwaited(boolean underSemaphore) {
        return registry.isCallerAwaited(underSemaphore);
    }

    @Override
    public @Nullable Task task(int taskId) {
        return registry.task(taskId);
    }

    @Override
    public TraceBook traces() {
        return reports.traces().book();
    }

    @Override
    public Map<String, DebugOptions> debugOptions() {
        return debugOptions;
    }

    @Override
    public @Nullable TopologyProbe probe() {
        return probe;
    }
}
