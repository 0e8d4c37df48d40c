package io.eyewall.differential.program.cluster;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Probe;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Stage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ThreadPoolExecutor;
import javax.security.auth.Subject;
import org.apache.storm.Config;
import org.apache.storm.generated.Credentials;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.hooks.BaseTaskHook;
import org.apache.storm.hooks.BaseWorkerHook;
import org.apache.storm.hooks.info.BoltExecuteInfo;
import org.apache.storm.hooks.info.EmitInfo;
import org.apache.storm.security.auth.IAutoCredentials;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.task.WorkerUserContext;
import org.apache.storm.topology.TopologyBuilder;

/**
 * Programs about the objects that a worker provides to its tasks and hooks, and about the worker's
 * configuration.
 */
public final class WorkerPrograms {
    private WorkerPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                                "shared-executor-size",
                                "The configuration sets the size of the worker's shared pool.",
                                "daemon/worker/WorkerState.java",
                                WorkerPrograms::sharedExecutorSize)
                        .differs(
                                "size",
                                "A topology's topology.worker.shared.thread.pool.size counts, where"
                                        + " Storm takes that of its own storm.yaml alone."),
                Program.of(
                        "worker-hook-context",
                        "A worker hook sees the topology with its system components.",
                        "task/WorkerUserContext.java",
                        WorkerPrograms::hookContext),
                Program.of(
                        "worker-hook-resources",
                        "What worker hooks set is what all tasks find, and nothing else.",
                        "task/WorkerUserContext.java",
                        WorkerPrograms::hookResources),
                Program.of(
                        "task-hooks-in-order",
                        "Hooks are called in the order in which they were added, also late ones.",
                        "hooks/BaseTaskHook.java",
                        WorkerPrograms::hookOrder),
                Program.of(
                        "settings-of-worker-processes",
                        "Settings for processes that there are none of are accepted and seen.",
                        "Config.java",
                        WorkerPrograms::processSettings),
                Program.of(
                        "settings-of-schedulers",
                        "Hints to schedulers are accepted and seen.",
                        "Config.java",
                        WorkerPrograms::schedulerSettings),
                Program.of(
                        "settings-of-queues",
                        "Sizes of queues and batches change nothing that arrives.",
                        "Config.java",
                        WorkerPrograms::queueSettings),
                Program.of(
                        "auto-credentials",
                        "Plugins for credentials are told what the topology was given.",
                        "security/auth/IAutoCredentials.java",
                        WorkerPrograms::autoCredentials),
                Program.of(
                        "executor-data-across-streams",
                        "Data of an executor is shared by its tasks, whatever calls them.",
                        "task/TopologyContext.java",
                        WorkerPrograms::executorData));
    }

    private static void sharedExecutorSize(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            ThreadPoolExecutor pool =
                                    (ThreadPoolExecutor) task.context().getSharedExecutor();
                            task.note("size", pool.getMaximumPoolSize());
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_WORKER_SHARED_THREAD_POOL_SIZE, 2);
        stage.submit(builder, conf);
        stage.await("size", 1);
        stage.fact("size", stage.probe().notes("size"));
    }

    /** Notes the information about its worker. */
    static final class CuriousHook extends BaseWorkerHook {
        private static final long serialVersionUID = 1;

        @Override
        public void start(Map<String, Object> conf, WorkerUserContext context) {
            Probe probe = Probe.of(conf);
            probe.note("components", new TreeSet<>(context.getComponentIds()));
            probe.note("tasks", context.getTaskToComponent());
            probe.note("workerTasks", new TreeSet<>(context.getThisWorkerTasks()));
            probe.note("own", conf.get("own.key"));
            probe.note("sameConf", conf.get("own.key").equals(context.getConf().get("own.key")));
            probe.note("bolts", new TreeSet<>(context.getRawTopology().get_bolts().keySet()));
            probe.note("unknown", context.getResource("unknown"));
            probe.note("pool", context.getSharedExecutor() != null);
        }
    }

    private static void hookContext(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.addWorkerHook(new CuriousHook());
        builder.setSpout("source", ProbeSpout.numbers(1));
        builder.setBolt("sink", ProbeBolt.recording(), 2).allGrouping("source");
        Config conf = stage.conf();
        conf.put("own.key", "own");
        stage.submit(builder, conf);
        stage.await("received", 2);
        for (String series :
                List.of(
                        "components",
                        "tasks",
                        "workerTasks",
                        "own",
                        "sameConf",
                        "bolts",
                        "unknown",
                        "pool")) {
            stage.fact(series, stage.probe().notes(series));
        }
    }

    /** Sets resources, one of them twice. */
    static final class ProvidingHook extends BaseWorkerHook {
        private static final long serialVersionUID = 1;

        @Override
        public void start(Map<String, Object> conf, WorkerUserContext context) {
            List<String> shared = List.of("shared");
            Probe.of(conf).share("shared", shared);
            context.setResource("shared", shared);
            context.setResource("replaced", 1);
            context.setResource("replaced", 2);
        }
    }

    private static void hookResources(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.addWorkerHook(new ProvidingHook());
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt bolt =
                ProbeBolt.recording()
                        .onPrepare(
                                task -> {
                                    Object shared = task.context().getResource("shared");
                                    task.note("same", shared == task.probe().shared("shared"));
                                    task.note("replaced", task.context().getResource("replaced"));
                                    task.note("unknown", task.context().getResource("unknown"));
                                });
        builder.setBolt("sink", bolt, 2).allGrouping("source");
        stage.submit(builder);
        stage.await("received", 2);
        for (String series : List.of("same", "replaced", "unknown")) {
            stage.fact(series, stage.probe().notes(series));
        }
    }

    /** A task hook that notes its calls under a name. */
    static final class NamedHook extends BaseTaskHook {
        private final String name;
        private Probe probe;

        NamedHook(String name) {
            this.name = name;
        }

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context) {
            probe = Probe.of(conf);
            probe.note("calls", name + " prepare");
        }

        @Override
        public void emit(EmitInfo info) {
            if (!info.stream.startsWith("__")) {
                probe.note("calls", name + " emit " + info.values);
            }
        }

        @Override
        public void boltExecute(BoltExecuteInfo info) {
            probe.note("calls", name + " execute " + info.tuple.getValues());
        }

        @Override
        public void cleanup() {
            probe.note("cleanups", name);
        }
    }

    private static void hookOrder(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(3));
        ProbeBolt middle =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    if (tuple.getInteger(0) == 1) {
                                        task.context().addTaskHook(new NamedHook("late"));
                                    }
                                    task.collector().emit(tuple, tuple.getValues());
                                    task.collector().ack(tuple);
                                })
                        .declares("default", "n")
                        .onPrepare(
                                task -> {
                                    task.context().addTaskHook(new NamedHook("first"));
                                    task.context().addTaskHook(new NamedHook("second"));
                                    task.note("hooks", task.context().getHooks().size());
                                });
        builder.setBolt("middle", middle).shuffleGrouping("source");
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("middle");
        RunningTopology topology = stage.submit(builder);
        stage.await("received", 3);
        topology.kill(0);
        stage.await("cleanups", 3);
        stage.fact("calls", stage.probe().notes("calls"));
        stage.fact("hooks", stage.probe().notes("hooks"));
        stage.fact("cleanups", stage.probe().notes("cleanups"));
    }

    /**
     * Submits a topology with settings; the facts are the settings that a task finds and the tuples
     * that arrive.
     */
    private static void settings(Stage stage, Map<String, Object> settings) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(20));
        builder.setBolt("middle", ProbeBolt.passing("n")).shuffleGrouping("source");
        ProbeBolt sink =
                ProbeBolt.recording()
                        .onPrepare(
                                task ->
                                        settings.keySet()
                                                .forEach(
                                                        key ->
                                                                task.note(
                                                                        "seen " + key,
                                                                        task.conf().get(key))));
        builder.setBolt("sink", sink).shuffleGrouping("middle");
        Config conf = stage.conf();
        conf.putAll(settings);
        stage.submit(builder, conf);
        stage.await("acked", 20);
        stage.fact("seen", stage.probe().notesUnder("seen "));
        stage.fact("received", stage.probe().notes("received"));
    }

    private static void processSettings(Stage stage) throws Exception {
        Map<String, Object> settings = new HashMap<>();
        settings.put(Config.TOPOLOGY_WORKERS, 3);
        settings.put(Config.TOPOLOGY_WORKER_CHILDOPTS, "-Dsome=thing");
        settings.put(Config.TOPOLOGY_WORKER_GC_CHILDOPTS, "-XX:+UseSerialGC");
        settings.put(Config.TOPOLOGY_WORKER_MAX_HEAP_SIZE_MB, 4096);
        settings.put(Config.TOPOLOGY_ENVIRONMENT, new TreeMap<>(Map.of("SOME", "thing")));
        settings.put(Config.TOPOLOGY_CLASSPATH, "/no/such/folder");
        settings.put(Config.TOPOLOGY_CLASSPATH_BEGINNING, "/no/such/folder");
        settings.put(Config.TOPOLOGY_LOGGING_SENSITIVITY, "S2");
        settings.put(Config.TOPOLOGY_WORKER_TIMEOUT_SECS, 25);
        settings(stage, settings);
    }

    private static void schedulerSettings(Stage stage) throws Exception {
        Map<String, Object> settings = new HashMap<>();
        settings.put(Config.TOPOLOGY_PRIORITY, 7);
        settings.put(Config.TOPOLOGY_ISOLATED_MACHINES, 1);
        settings.put(Config.TOPOLOGY_COMPONENT_CPU_PCORE_PERCENT, 5.0);
        settings.put(Config.TOPOLOGY_COMPONENT_RESOURCES_ONHEAP_MEMORY_MB, 16.0);
        settings.put(Config.TOPOLOGY_COMPONENT_RESOURCES_OFFHEAP_MEMORY_MB, 8.0);
        settings.put(Config.TOPOLOGY_ACKER_CPU_PCORE_PERCENT, 5.0);
        settings.put(Config.TOPOLOGY_SCHEDULER_FAVORED_NODES, List.of("here"));
        settings(stage, settings);
    }

    private static void queueSettings(Stage stage) throws Exception {
        Map<String, Object> settings = new HashMap<>();
        settings.put(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, 64);
        settings.put(Config.TOPOLOGY_TRANSFER_BUFFER_SIZE, 4);
        settings.put(Config.TOPOLOGY_TRANSFER_BATCH_SIZE, 2);
        settings.put(Config.TOPOLOGY_BATCH_FLUSH_INTERVAL_MILLIS, 2);
        settings.put(Config.TOPOLOGY_SPOUT_RECVQ_SKIPS, 1);
        settings.put(Config.TOPOLOGY_BACKPRESSURE_CHECK_MILLIS, 20);
        settings(stage, settings);
    }

    /** Notes its calls; named by class in configurations. */
    public static final class RecordingCredentials implements IAutoCredentials {
        private Probe probe;

        @Override
        public void prepare(Map<String, Object> conf) {
            probe = Probe.of(conf);
            probe.note("prepare", true);
        }

        @Override
        public void populateCredentials(Map<String, String> credentials) {
            probe.note("populateCredentials", true);
        }

        @Override
        public void populateSubject(Subject subject, Map<String, String> credentials) {
            probe.note("populateSubject", credentials.get("user"));
        }

        @Override
        public void updateSubject(Subject subject, Map<String, String> credentials) {
            probe.note("updateSubject", credentials.get("user"));
        }
    }

    private static void autoCredentials(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        SubmitOptions options = new SubmitOptions(TopologyInitialStatus.ACTIVE);
        options.set_creds(new Credentials(Map.of("user", "ann")));
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_AUTO_CREDENTIALS, List.of(RecordingCredentials.class.getName()));
        stage.submitWithOptions(builder, conf, options);
        stage.await("received", 1);
        stage.fact("received", stage.probe().notes("received"));
        stage.fact("calls", stage.probe().notes("populateSubject"));
        stage.cluster().uploadNewCredentials(stage.name(), new Credentials(Map.of("user", "bob")));
        stage.await("updateSubject", 1);
        stage.fact("updates", stage.probe().notes("updateSubject"));
    }

    private static void executorData(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(2));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            Object before = task.context().getExecutorData("seen");
                            int seen = before == null ? 1 : (Integer) before + 1;
                            task.context().setExecutorData("seen", seen);
                            task.context().setTaskData("own", seen);
                            task.note("own", task.context().getTaskData("own").equals(seen));
                            task.note("seen", seen);
                        });
        builder.setBolt("sink", bolt).setNumTasks(3).allGrouping("source");
        stage.submit(builder);
        stage.await("seen", 6);
        stage.fact("seen", stage.probe().notes("seen"));
        stage.fact("own", new TreeSet<>(stage.probe().notes("own")));
    }
}
