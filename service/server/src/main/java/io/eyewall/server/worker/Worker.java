package io.eyewall.server.worker;

import io.eyewall.control.ControlFolder;
import io.eyewall.control.ControlPort;
import io.eyewall.control.ControlService;
import io.eyewall.control.MoveService;
import io.eyewall.control.PlacementService;
import io.eyewall.control.PortTopologies;
import io.eyewall.control.flame.FlameService;
import io.eyewall.control.log.LogService;
import io.eyewall.control.log.LogSource;
import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.StackTraceText;
import io.eyewall.engine.Standby;
import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.thread.StormStatTimer;
import io.eyewall.local.LocalNimbus;
import io.eyewall.local.StormConf;
import io.eyewall.local.application.AppClassLoader;
import io.eyewall.local.blob.ClusterBlobs;
import io.eyewall.local.legacy.ApplicationLoaders;
import io.eyewall.server.store.FailureNote;
import io.eyewall.server.store.LaunchParameters;
import io.eyewall.server.store.Orders;
import io.eyewall.server.store.ProcessIdentity;
import io.eyewall.server.store.SubmissionFacts;
import io.eyewall.server.store.TopologyFolder;
import io.eyewall.server.store.UpdateNote;
import io.eyewall.topology.config.ConfigException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.storm.Constants;
import org.apache.storm.generated.Credentials;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one topology until it is over. Its server and commands give orders through its control port;
 * everything that the next process must know is in the topology's folder. It needs no server while
 * it runs.
 */
public final class Worker {
    /** The wait for the previous process to end and release the lock. */
    private static final long LOCK_LIMIT_NS = TimeUnit.SECONDS.toNanos(30);

    private static final long LOCK_POLL_MS = 50;
    private static final Duration TRUNCATE_INTERVAL = Duration.ofSeconds(10);

    /** Shutdown hooks of user code may never return; after this time the process is halted. */
    private static final long EXIT_LIMIT_MS = 30_000;

    private final TopologyFolder folder;
    private final Logger log = LoggerFactory.getLogger(Worker.class);

    private Worker(TopologyFolder folder) {
        this.folder = folder;
    }

    /**
     * Runs the topology of a folder, then ends the process in any case: a process that held the
     * lock but ran nothing would block all others for ever.
     *
     * @param args the folder
     */
    public static void run(String[] args) {
        int code = WorkerExit.BROKEN;
        try {
            TerminalSignals.ignoreAll();
            TopologyFolder folder = new TopologyFolder(Path.of(args[0]));
            WorkerOutput output = WorkerOutput.install(folder.launch());
            Worker worker = new Worker(folder);
            code =
                    worker.acquireLock()
                            ? worker.runOrReport(
                                    ControlFolder.ofUser().socket(ProcessHandle.current().pid()),
                                    output::truncateJvmLog)
                            : WorkerExit.NOT_ALONE;
        } catch (Throwable e) {
            LoggerFactory.getLogger(Worker.class).error("topology {} can't be run", args[0], e);
        } finally {
            exit(code);
        }
    }

    /**
     * Runs the topology of a folder inside the server's process; an interrupt ends it. Called by
     * reflection on a copy of this class from a separate class loader.
     *
     * @param socketNumber number of its control port's socket
     * @return a {@link WorkerExit} code
     */
    public static int runInServer(String path, long socketNumber) {
        TopologyFolder folder = new TopologyFolder(Path.of(path));
        Worker worker = new Worker(folder);
        try {
            if (!worker.acquireLock()) {
                return WorkerExit.NOT_ALONE;
            }
            try {
                return worker.runOrReport(ControlFolder.ofUser().socket(socketNumber), () -> {});
            } finally {
                StormStatTimer.end();
                folder.unlock();
            }
        } catch (InterruptedException e) { // the server ends
            return WorkerExit.BROKEN;
        } catch (IOException e) {
            worker.log.error("topology {} can't be run", folder, e);
            return WorkerExit.BROKEN;
        }
    }

    private static void exit(int code) {
        Thread halting =
                new Thread(
                        () -> {
                            try {
                                Thread.sleep(EXIT_LIMIT_MS);
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                            Runtime.getRuntime().halt(code);
                        },
                        "eyewall-worker-exit");
        halting.setDaemon(true);
        try {
            halting.start();
        } finally { // the thread may not start for lack of memory
            System.exit(code);
        }
    }

    private boolean acquireLock() throws IOException, InterruptedException {
        long beginNs = System.nanoTime();
        while (!folder.tryLockUntilExit()) {
            if (System.nanoTime() - beginNs > LOCK_LIMIT_NS) {
                log.error("topology {} is run by another process; this process ends", folder);
                return false;
            }
            Thread.sleep(LOCK_POLL_MS);
        }
        return true;
    }

    private int runOrReport(Path socket, Runnable truncateJvmLog) throws InterruptedException {
        try {
            return runUnderLock(socket, truncateJvmLog);
        } catch (InterruptedException e) { // only workers inside a server are interrupted
            throw e;
        } catch (Throwable e) { // a full disk, no control port, too deep a stack
            log.error("topology {} can't continue", folder, e);
            giveUp(Constants.SYSTEM_COMPONENT_ID, -1, "its process can't continue: ", e);
            return WorkerExit.BROKEN;
        }
    }

    private int runUnderLock(Path socket, Runnable truncateJvmLog)
            throws IOException, InterruptedException {
        UpdateNote update = folder.update().orElse(null);
        SubmissionFacts submission = folder.submission();
        boolean inStandby = folder.isStandby();
        if (!inStandby) {
            if (folder.isKilled() || folder.isReplaced()) {
                return WorkerExit.KILLED;
            }
            Successor.finishTakingOver(folder);
            if (update != null && !awaitPredecessor(update, submission)) {
                return WorkerExit.NOT_ALONE;
            }
        }
        ProcessHandle self = ProcessHandle.current();
        long startMs = self.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        folder.write(new ProcessIdentity(self.pid(), startMs, socket.toString()));
        log.info("process {} runs topology {}", self.pid(), submission.id());
        Standby standby = inStandby && update != null ? new Standby(update.openLate()) : null;
        Map<String, Object> conf = StormConf.parse(folder.launch().daemonConf());
        ClusterBlobs blobs = ClusterBlobs.ofTopology(conf, folder.blobs()); // the server's blobs
        try (LocalNimbus nimbus = new LocalNimbus(conf, blobs)) {
            DurableTopology topology;
            try {
                topology = new DurableTopology(start(nimbus, submission, update, standby), folder);
            } catch (Exception | LinkageError e) { // the application's classes may throw anything
                log.error("topology {} can't be started", submission.id(), e);
                giveUp(Constants.SYSTEM_COMPONENT_ID, -1, "can't be started: ", e);
                return WorkerExit.NOT_STARTED;
            }
            return standby == null || update == null
                    ? runAtOnce(socket, nimbus, topology, truncateJvmLog)
                    : runAfterStandby(socket, nimbus, topology, standby, update, truncateJvmLog);
        }
    }

    /**
     * Waits for the end of the process whose topology this one has replaced; returns false if it
     * does not end.
     */
    private boolean awaitPredecessor(UpdateNote update, SubmissionFacts submission)
            throws IOException, InterruptedException {
        Predecessor predecessor = new Predecessor(folder, update);
        if (!predecessor.awaitEnd(LOCK_LIMIT_NS)) {
            return false;
        }
        Map<String, Object> conf = StormConf.parse(folder.launch().daemonConf());
        conf.putAll(folder.conf());
        predecessor.putStateAside(submission.name(), submission.id(), conf);
        return true;
    }

    private int runAtOnce(
            Path socket, LocalNimbus nimbus, DurableTopology topology, Runnable truncateJvmLog)
            throws IOException, InterruptedException {
        try (ControlPort port =
                openControlPort(socket, () -> List.of(topology), nimbus, topology, Map.of())) {
            log.info("its control port is {}", port.socket());
            return runUntilOver(topology, truncateJvmLog);
        }
    }

    private int runUntilOver(DurableTopology topology, Runnable truncateJvmLog)
            throws InterruptedException {
        while (!topology.await(TRUNCATE_INTERVAL)) {
            truncateJvmLog.run();
        }
        return reportEnd(topology);
    }

    /**
     * Runs a topology that starts in standby; its control port lists it only from the moment when
     * it must run.
     */
    private int runAfterStandby(
            Path socket,
            LocalNimbus nimbus,
            DurableTopology topology,
            Standby standby,
            UpdateNote update,
            Runnable truncateJvmLog)
            throws IOException, InterruptedException {
        Successor successor = new Successor(folder, update, topology.wrappedTopology(), standby);
        AtomicBoolean isListed = new AtomicBoolean();
        try (ControlPort port =
                openControlPort(
                        socket,
                        () -> isListed.get() ? List.of(topology) : List.of(),
                        nimbus,
                        topology,
                        Map.of(Successor.NAME, successor))) {
            log.info("it is in standby; its control port is {}", port.socket());
            if (!successor.awaitOrders()) {
                return reportEnd(topology);
            }
            if (!successor.takeOver(nimbus, topology.plan().name())) {
                return WorkerExit.NOT_ALONE;
            }
            isListed.set(true);
            successor.recordTimesOfStart();
            return runUntilOver(topology, truncateJvmLog);
        }
    }

    private ControlPort openControlPort(
            Path socket,
            PortTopologies topologies,
            LocalNimbus nimbus,
            DurableTopology topology,
            Map<String, ControlService> additionalServices)
            throws IOException {
        Map<String, ControlService> services = new HashMap<>(additionalServices);
        services.put(PlacementService.NAME, new PlacementService(nimbus::livePlacement));
        services.put(MoveService.NAME, new MoveService(nimbus::livePlacement));
        services.put(FlameService.NAME, new FlameService(() -> List.of(topology)));
        services.put(LogService.NAME, new LogService(id -> log(id.equals(topology.plan().id()))));
        services.put(LogLevelService.NAME, new LogLevelService(nimbus, topology.plan().id()));
        services.put(FolderService.NAME, new FolderService(folder));
        services.put(HandOverService.NAME, new HandOverService(topology));
        return ControlPort.open(socket, topologies, services);
    }

    private Optional<LogSource> log(boolean isThisTopology) throws IOException {
        LaunchParameters launch = folder.launch();
        return isThisTopology
                ? Optional.of(
                        WorkerOutput.logSource(Path.of(launch.logFolder()), launch.logFiles()))
                : Optional.empty();
    }

    /**
     * Starts the topology.
     *
     * @param standby null for a topology that runs immediately
     */
    private RunningTopology start(
            LocalNimbus nimbus,
            SubmissionFacts submission,
            @Nullable UpdateNote update,
            @Nullable Standby standby)
            throws Exception {
        List<Path> jars = new ArrayList<>(List.of(folder.jar()));
        submission.dependencies().forEach(name -> jars.add(folder.dependency(name)));
        ApplicationLoaders.Chosen chosen =
                ApplicationLoaders.choose(
                        jars, Worker.class.getClassLoader(), ApplicationLoaders.Mode.AS_NEEDED);
        chosen.notes().forEach(note -> log.warn("{}", note));
        AppClassLoader loader = chosen.loader();
        Thread.currentThread().setContextClassLoader(loader);
        Utils.setClassLoaderForJavaDeSerialize(loader);
        new NimbusClient.LocalOverride(nimbus); // blob clients of user code use it

        Orders orders =
                standby == null || update == null
                        ? folder.orders()
                        : Orders.initial(update.active());
        Map<String, Object> conf = folder.conf();
        conf.putAll(ExecutorCounts.systemComponentConf(orders.executors()));
        conf.putAll(orders.confOverrides());
        SubmitOptions options =
                new SubmitOptions(
                        orders.active()
                                ? TopologyInitialStatus.ACTIVE
                                : TopologyInitialStatus.INACTIVE);
        options.set_creds(new Credentials(folder.credentials()));
        RunningTopology started =
                nimbus.startAs(
                        submission.id(),
                        submission.name(),
                        conf,
                        ExecutorCounts.apply(folder.topology(), orders.executors()),
                        options,
                        standby);
        if (standby != null && update != null && !started.status().isOver()) {
            StateMoves.check(started.plan(), standby.holds(), update);
        }
        return started;
    }

    private int reportEnd(RunningTopology topology) {
        TopologyFailure failure = topology.failure().orElse(null);
        if (topology.status() != TopologyStatus.FAILED || failure == null) {
            log.info("topology {} is over", topology.plan().id());
            return WorkerExit.KILLED;
        }
        giveUp(failure.componentId(), failure.taskId(), failure.describe() + "\n", failure.cause());
        return WorkerExit.FAILED;
    }

    private void giveUp(String componentId, int taskId, String context, Throwable cause) {
        int nowSecs = (int) (System.currentTimeMillis() / 1000);
        String reason =
                context
                        + (cause instanceof ConfigException
                                ? cause.getMessage() // whose message suffices
                                : StackTraceText.of(cause));
        try {
            folder.write(
                    new FailureNote(
                            ProcessHandle.current().pid(),
                            new ErrorReport(componentId, taskId, 0, nowSecs, reason)));
        } catch (IOException e) {
            log.error("{}: {}; the reason can't be stored there: {}", folder, reason, e.toString());
        }
    }
}
