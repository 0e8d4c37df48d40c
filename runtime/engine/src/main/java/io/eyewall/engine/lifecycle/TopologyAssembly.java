package io.eyewall.engine.lifecycle;

import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.bolt.BoltExecutor;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.executor.BackPressureGroup;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.ExecutorServices;
import io.eyewall.engine.executor.ExecutorSettings;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.executor.TaskContext;
import io.eyewall.engine.hotpath.SpecializedClasses;
import io.eyewall.engine.multilang.SupervisedShellBolt;
import io.eyewall.engine.multilang.SupervisedShellSpout;
import io.eyewall.engine.routing.RouterFactory;
import io.eyewall.engine.spout.SpoutExecutor;
import io.eyewall.engine.spout.SpoutTask;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.config.ConfigKeys;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.storm.Config;
import org.apache.storm.Constants;
import org.apache.storm.hooks.ITaskHook;
import org.apache.storm.spout.ShellSpout;
import org.apache.storm.task.ShellBolt;
import org.jspecify.annotations.Nullable;

/**
 * Creates and places the executors and tasks of a topology, and later the new executors of a
 * rebalance. Used by one thread at a time.
 */
final class TopologyAssembly {
    private final TopologyPlan plan;
    private final WorkerEnvironment environment;
    private final ExecutorServices services;
    private final EngineSettings engineSettings;
    private final ClassLoader classLoader;
    private final Map<Integer, Task> tasks = new HashMap<>();
    private final CopiesPerTask copiesPerTask;
    private final Map<String, Supplier<SpecializedClasses>> classesByComponent = new HashMap<>();
    private final Map<String, List<Executor>> byComponent = new HashMap<>();
    private final List<Executor> executors = new ArrayList<>();
    private final Map<String, BackPressureGroup> groups = new HashMap<>();
    private final BackPressureGraph graph;

    private final WaitsForCallers waitsForCallers;

    private @Nullable CoreChooser placement;

    TopologyAssembly(
            TopologyPlan plan,
            WorkerEnvironment environment,
            ExecutorServices services,
            EngineSettings engineSettings,
            ClassLoader classLoader) {
        this.plan = plan;
        this.environment = environment;
        this.services = services;
        this.engineSettings = engineSettings;
        this.classLoader = classLoader;
        this.graph = new BackPressureGraph(plan);
        this.copiesPerTask = new CopiesPerTask(plan);
        this.waitsForCallers =
                new WaitsForCallers(
                        plan, graph, classLoader, graph.queuedOnly(engineSettings.directDepth()));
    }

    /** Returns the executors in the order of their tasks; ackers have no executors here. */
    List<Executor> executors() {
        return executors;
    }

    /** Returns the tasks by id, without ackers. */
    Map<Integer, Task> tasks() {
        return tasks;
    }

    /**
     * Creates and places all executors and tasks.
     *
     * @throws IllegalArgumentException if a component cannot be created
     * @throws ReflectiveOperationException if a task hook of the configuration cannot be created
     */
    void assemble(List<Core> cores) throws ReflectiveOperationException {
        for (ExecutorPlan executorPlan : plan.executors()) {
            ComponentPlan component = plan.component(executorPlan.componentId());
            if (component.kind() != ComponentPlan.Kind.ACKER) {
                Executor executor = newExecutor(executorPlan, component);
                executors.add(executor);
                byComponent
                        .computeIfAbsent(component.componentId(), id -> new ArrayList<>())
                        .add(executor);
            }
        }
        CoreChooser initial = new InitialPlacement(cores);
        placement = initial;
        byComponent.forEach((id, list) -> initial.assignCores(plan.component(id), list));
        connectBackPressure();

        RouterFactory routers =
                new RouterFactory(
                        plan,
                        environment.systemContext(),
                        tasks::get,
                        environment.taskObjects()::deserializeGrouping);
        Task.TopologyWide topologyWide =
                new Task.TopologyWide(
                        environment.systemContext(),
                        environment.metricRegistry(),
                        routers.streamKey(
                                Constants.SYSTEM_COMPONENT_ID, Constants.SYSTEM_TICK_STREAM_ID));
        for (Executor executor : executors) {
            for (int id = executor.plan().firstTask(); id <= executor.plan().lastTask(); id++) {
                Task task = newTask(id, executor, routers, topologyWide);
                executor.addTask(task);
                tasks.put(id, task);
            }
        }
        Set<String> queuedOnly = waitsForCallers.examine(executors);
        forEachExecutorOf(queuedOnly, executors, Executor::neverCallDirectly);
        waitsForCallers
                .emittingUnderSemaphore()
                .forEach(id -> groupOf(id).setEmitsUnderSemaphore(true));
    }

    /**
     * Examines again, now that all tasks are open, which components may wait for their callers, and
     * which store something in their threads: opening may have given tasks more code. The executors
     * receive the result as commands of their cores before spouts may emit.
     */
    void examineOpenTasks(List<Executor> all) {
        WaitsForCallers.Findings found = waitsForCallers.examineAgain(all);
        forEachExecutorOf(
                found.queuedOnly(), all, executor -> executor.proxy().neverCallDirectly());
        waitsForCallers
                .emittingUnderSemaphore()
                .forEach(id -> groupOf(id).setEmitsUnderSemaphore(true));
        forEachExecutorOf(found.storing(), all, executor -> executor.proxy().giveThreadForState());
    }

    private static void forEachExecutorOf(
            Set<String> components, List<Executor> all, Consumer<Executor> command) {
        for (Executor executor : all) {
            if (components.contains(executor.component().componentId())) {
                command.accept(executor);
            }
        }
    }

    /** Returns the back-pressure groups of all components. */
    Collection<BackPressureGroup> groups() {
        return groups.values();
    }

    /**
     * Returns the chooser that assigned the first executors to cores. Must be called after the
     * assembly.
     */
    CoreChooser placement() {
        return Objects.requireNonNull(placement, "placement");
    }

    /** Creates and places new executors of a component, without tasks. */
    List<Executor> createReplacements(
            ComponentPlan component, List<ExecutorPlan> plans, CoreChooser chooser) {
        List<Executor> created = new ArrayList<>();
        for (ExecutorPlan executorPlan : plans) {
            created.add(newExecutor(executorPlan, component));
        }
        chooser.assignCores(component, created);
        created.forEach(groupOf(component.componentId())::addExecutor);
        return created;
    }

    private Executor newExecutor(ExecutorPlan executorPlan, ComponentPlan component) {
        ExecutorSettings settings = ExecutorSettings.parse(plan, component);
        if (component.kind() == ComponentPlan.Kind.SPOUT) {
            return new SpoutExecutor(
                    executorPlan,
                    component,
                    settings,
                    services,
                    blockingOffences(),
                    engineSettings.spoutCalls());
        }
        Executor bolts =
                new BoltExecutor(executorPlan, component, settings, services, blockingOffences());
        if (waitsForCallers.isQueuedOnly(component.componentId())) {
            bolts.neverCallDirectly();
        }
        return bolts;
    }

    /** Returns the number of calls over the threshold after which an executor becomes dedicated. */
    private int blockingOffences() {
        boolean watched = engineSettings.blockingThresholdNs() > 0;
        return watched ? engineSettings.blockingOffences() : Executor.NEVER_DEDICATED;
    }

    private void connectBackPressure() {
        plan.components().keySet().forEach(id -> groups.put(id, new BackPressureGroup()));
        byComponent.forEach((id, list) -> list.forEach(groupOf(id)::addExecutor));
        graph.connect(this::groupOf);
    }

    private BackPressureGroup groupOf(String componentId) {
        return Objects.requireNonNull(groups.get(componentId), componentId);
    }

    private Object createObject(ComponentPlan component) {
        return environment
                .taskObjects()
                .create(
                        component.componentId(),
                        component.object(),
                        component.kind() == ComponentPlan.Kind.SPOUT);
    }

    /** Wraps a spout or bolt with a child process so that the child process is supervised. */
    private Object superviseChild(Object object, ComponentPlan component, int taskId) {
        String id = component.componentId();
        Consumer<Throwable> onFailure = cause -> services.fail(id, taskId, "child process", cause);
        if (object instanceof ShellBolt) {
            return new SupervisedShellBolt(
                    () -> (ShellBolt) createObject(component), maxRestarts(component), onFailure);
        }
        if (object instanceof ShellSpout) {
            return new SupervisedShellSpout(
                    () -> (ShellSpout) createObject(component), maxRestarts(component), onFailure);
        }
        return object;
    }

    private static int maxRestarts(ComponentPlan component) {
        String where = "component '" + component.componentId() + "'";
        return ConfigKeys.intValue(ConfigKeys.SHELL_RESTARTS, component.conf(), 0, where);
    }

    private Task newTask(
            int taskId, Executor executor, RouterFactory routers, Task.TopologyWide topologyWide)
            throws ReflectiveOperationException {
        ComponentPlan component = executor.component();
        TaskContext context = environment.taskContext(taskId, executor);
        Object object = superviseChild(createObject(component), component, taskId);
        if (object instanceof SupervisedShellBolt) {
            executor.neverCallDirectly(); // it waits for its child and would delay its callers
        }
        Object hooks = component.conf().get(Config.TOPOLOGY_AUTO_TASK_HOOKS);
        if (hooks instanceof List<?> names) {
            for (Object name : names) {
                context.addTaskHook(
                        Class.forName((String) name, true, classLoader)
                                .asSubclass(ITaskHook.class)
                                .getDeclaredConstructor()
                                .newInstance());
            }
        }
        SpecializedClasses classes =
                classesByComponent
                        .computeIfAbsent(
                                component.componentId(), id -> copiesPerTask.classesFor(component))
                        .get();
        Task task =
                classes.newTask(
                        executor,
                        new Task.Parts(
                                taskId,
                                context,
                                object,
                                () ->
                                        routers.create(
                                                component,
                                                Objects.requireNonNull(tasks.get(taskId))),
                                routers.streamKeyCount(component.componentId()),
                                topologyWide,
                                classes));
        if (task instanceof SpoutTask spout) {
            SpoutSleeps.letCoreWait(spout);
        }
        return task;
    }
}
