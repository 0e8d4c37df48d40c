package io.eyewall.engine.lifecycle;

import io.eyewall.engine.SubmitSettings;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.TaskContext;
import io.eyewall.engine.temporary.TemporaryFolder;
import io.eyewall.topology.TopologyPlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.storm.Config;
import org.apache.storm.Constants;
import org.apache.storm.generated.NodeInfo;
import org.apache.storm.hooks.IWorkerHook;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.apache.storm.task.WorkerTopologyContext;
import org.apache.storm.task.WorkerUserContext;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.Utils;

/**
 * The "worker" of one topology as its user code sees it: contexts, shared resources, worker hooks
 * and the metric registry. The whole topology is in one worker (Storm:
 * daemon/worker/WorkerState.java). Created by one thread; the parts are as thread-safe as Storm's.
 */
final class WorkerEnvironment {
    /** The port that Storm's local mode gives to its first worker. */
    static final int PORT = 1024;

    private final TopologyPlan plan;
    private final String codeDir;
    private final PidDirectory pidDirectory;
    private final List<Integer> workerTasks;
    private final Map<String, Object> userResources = new HashMap<>();
    private final Map<String, Object> defaultResources;
    private final Map<String, Long> blobVersions;
    private final ExecutorService sharedExecutor;
    private final AtomicReference<Map<Integer, NodeInfo>> taskToNodePort;
    private final AtomicReference<Map<String, String>> nodeToHost;
    private final String nodeId;
    private final StormMetricRegistry metricRegistry = new StormMetricRegistry();
    private final RateCounters rateCounters;
    private final List<IWorkerHook> hooks = new ArrayList<>();
    private final TaskObjects taskObjects;
    private final WorkerUserContext systemContext;

    WorkerEnvironment(TopologyPlan plan, SubmitSettings settings) {
        this.plan = plan;
        this.taskObjects = new TaskObjects(settings.classLoader());
        this.blobVersions = Collections.unmodifiableMap(settings.blobVersions());
        // Other processes may run topologies with the same id, so the folder is named by the
        // process.
        String folder = "eyewall-" + plan.id() + "-" + ProcessHandle.current().pid();
        this.codeDir =
                settings.codeDir() != null
                        ? settings.codeDir()
                        : TemporaryFolder.pathOf(folder).resolve("resources").toString();
        this.pidDirectory = new PidDirectory(folder);
        Set<Integer> tasks = new TreeSet<>(plan.taskToComponent().keySet());
        tasks.add((int) Constants.SYSTEM_TASK_ID);
        this.workerTasks = List.copyOf(tasks);
        int poolSize =
                ObjectReader.getInt(
                        plan.conf().get(Config.TOPOLOGY_WORKER_SHARED_THREAD_POOL_SIZE), 4);
        this.sharedExecutor = Executors.newFixedThreadPool(poolSize);
        this.defaultResources = Map.of(WorkerTopologyContext.SHARED_EXECUTOR, sharedExecutor);
        this.nodeId = "eyewall-" + plan.id();
        NodeInfo node = new NodeInfo(nodeId, Set.of((long) PORT));
        Map<Integer, NodeInfo> nodes = new HashMap<>();
        tasks.forEach(task -> nodes.put(task, node));
        this.taskToNodePort = new AtomicReference<>(nodes);
        this.nodeToHost = new AtomicReference<>(Map.of(nodeId, "localhost"));
        this.systemContext = workerContext();
        metricRegistry.start(plan.conf(), PORT);
        this.rateCounters = RateCounters.takeOver(metricRegistry);
    }

    private WorkerUserContext workerContext() {
        return new WorkerUserContext(
                plan.systemTopology(),
                plan.conf(),
                plan.taskToComponent(),
                plan.componentToTasks(),
                plan.componentToStreamToFields(),
                plan.id(),
                codeDir,
                pidDirectory.toString(),
                PORT,
                workerTasks,
                defaultResources,
                userResources,
                taskToNodePort,
                nodeId,
                nodeToHost);
    }

    /** Returns the context of tuples and groupings: the topology with its system components. */
    WorkerTopologyContext systemContext() {
        return systemContext;
    }

    StormMetricRegistry metricRegistry() {
        return metricRegistry;
    }

    /** Updates the rate counters. Called every second by one thread. */
    void updateRateCounters() {
        rateCounters.countSecond();
    }

    TaskObjects taskObjects() {
        return taskObjects;
    }

    /** Returns the context of one task: the user's topology, but with all tasks. */
    TaskContext taskContext(int taskId, Executor executor) {
        return new TaskContext(
                plan.userTopology(),
                plan.conf(),
                plan.taskToComponent(),
                plan.componentToTasks(),
                plan.componentToStreamToFields(),
                blobVersions,
                plan.id(),
                codeDir,
                pidDirectory.toString(),
                taskId,
                PORT,
                workerTasks,
                defaultResources,
                userResources,
                executor.taskGroup().sharedData(),
                executor.taskGroup().registeredMetrics(),
                executor.taskGroup().allTasksOpen(),
                metricRegistry) {
            @Override
            public String getPIDDir() {
                return pidDirectory.createIfAbsent();
            }
        };
    }

    /** Creates and starts the user's worker hooks, before any task exists. Calls user code. */
    void startHooks() throws IOException, ClassNotFoundException {
        if (!plan.userTopology().is_set_worker_hooks()) {
            return;
        }
        for (ByteBuffer bytes : plan.userTopology().get_worker_hooks()) {
            IWorkerHook hook = (IWorkerHook) taskObjects.deserialize(Utils.toByteArray(bytes));
            hooks.add(hook);
            hook.start(plan.conf(), systemContext);
        }
    }

    /** Ends the worker hooks and shared resources. Calls user code. */
    void close() {
        try {
            hooks.forEach(IWorkerHook::shutdown);
        } finally {
            sharedExecutor.shutdownNow();
            pidDirectory.delete();
            metricRegistry.stop();
        }
    }
}
