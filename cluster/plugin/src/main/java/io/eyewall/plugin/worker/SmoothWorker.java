package io.eyewall.plugin.worker;

import java.net.UnknownHostException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.storm.Config;
import org.apache.storm.cluster.ClusterStateContext;
import org.apache.storm.cluster.ClusterUtils;
import org.apache.storm.cluster.DaemonType;
import org.apache.storm.daemon.StormCommon;
import org.apache.storm.daemon.supervisor.AdvancedFSOps;
import org.apache.storm.daemon.worker.Worker;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.messaging.TransportFactory;
import org.apache.storm.utils.ConfigUtils;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.SupervisorClient;
import org.apache.storm.utils.Utils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The main class of a worker process in place of Storm's {@link Worker}. It creates and starts the
 * Worker as Storm's main does, with the same five arguments: topology, supervisor id, supervisor's
 * Thrift port, own port, worker id. If preparing it fails, as with another version of Storm,
 * Storm's own main runs.
 */
public final class SmoothWorker {
    private static final Logger LOG = LoggerFactory.getLogger(SmoothWorker.class);
    private static final int ARGUMENTS = 5;

    private SmoothWorker() {}

    public static void main(String[] arguments) throws Exception {
        Optional<PreparedWorker> prepared = Optional.empty();
        if (arguments.length == ARGUMENTS) {
            try {
                Map<String, Object> conf = ConfigUtils.readStormConfig();
                WorkerFolder folder = WorkerFolder.of(conf, arguments[4]);
                if (!folder.recordProcess(ProcessHandle.current().pid())) {
                    LOG.info("Eyewall: the supervisor has given up this worker; the worker ends");
                    return;
                }
                prepared = Optional.of(prepare(arguments, conf, folder));
            } catch (Exception | LinkageError e) {
                LOG.error(
                        "Eyewall: smooth re-assignment is unavailable for this worker; it is"
                                + " re-assigned as on plain Storm",
                        e);
            }
        }
        if (prepared.isPresent()) {
            prepared.get().start();
        } else {
            Worker.main(arguments);
        }
    }

    private record PreparedWorker(
            Worker worker, ReassignmentLoop loop, Board board, int shutdownSecs) {
        /**
         * Starts the worker as Storm's Worker.main does: the shutdown hook is registered before
         * other threads exist.
         */
        void start() throws Exception {
            Utils.addShutdownHookWithDelayedForceKill(
                    () -> {
                        try {
                            worker.shutdown();
                        } finally {
                            board.close(); // closing the session deletes the note
                        }
                    },
                    shutdownSecs);
            loop.start();
            worker.start();
        }
    }

    private static PreparedWorker prepare(
            String[] arguments, Map<String, Object> conf, WorkerFolder folder) throws Exception {
        String topologyId = arguments[0];
        int supervisorPort = Integer.parseInt(arguments[2]);
        Place place = new Place(arguments[1], Integer.parseInt(arguments[3]));
        String workerId = arguments[4];
        Utils.setupWorkerUncaughtExceptionHandler();
        StormCommon.validateDistributedMode(conf);
        Map<String, Object> topologyConf =
                ConfigUtils.overrideLoginConfigWithSystemProperty(
                        ConfigUtils.readSupervisorStormConf(conf, topologyId));

        ClusterStateContext context = new ClusterStateContext(DaemonType.WORKER, topologyConf);
        Board board =
                new Board(
                        ClusterUtils.mkStateStorage(conf, topologyConf, context),
                        context.getDefaultZkAcls(),
                        topologyId);
        try {
            Board.VersionedAssignment first =
                    board.assignment()
                            .orElseThrow(
                                    () ->
                                            new IllegalStateException(
                                                    "no assignment of " + topologyId));
            AssignmentView view =
                    new AssignmentView(() -> supervisorClient(topologyConf, supervisorPort));
            view.show(first.assignment());
            StormTopology topology =
                    ConfigUtils.readSupervisorTopology(conf, topologyId, AdvancedFSOps.make(conf));
            AtomicReference<WorkerInternals> internalsOfWorker = new AtomicReference<>();
            EarlyConnections connections =
                    new EarlyConnections(
                            () ->
                                    TransportFactory.makeContext(
                                            topologyConf,
                                            Objects.requireNonNull(
                                                            internalsOfWorker.get(), "internals")
                                                    .metricRegistry()));
            Worker worker =
                    new Worker(
                            conf,
                            connections,
                            topologyId,
                            place.node(),
                            supervisorPort,
                            place.port(),
                            workerId,
                            view);
            WorkerInternals internals = new WorkerInternals(worker);
            internalsOfWorker.set(internals);
            SpoutGates gates = new SpoutGates();
            ReassignmentStateMachine stateMachine =
                    new ReassignmentStateMachine(
                            place, GatedTopology.hasCheckpoints(topology), SwitchLimits.of(conf));
            long startMs = System.currentTimeMillis();
            Note start = new Note(first.version(), Stage.SEEN, true, place, startMs, workerId);
            ReassignmentLoop loop =
                    new ReassignmentLoop(
                            board,
                            first,
                            start,
                            stateMachine,
                            gates,
                            view,
                            internals,
                            connections,
                            folder::isGivenUp,
                            () -> Runtime.getRuntime().exit(0));
            GatedTopology.install(gates);
            Object sleep = conf.get(Config.SUPERVISOR_WORKER_SHUTDOWN_SLEEP_SECS);
            return new PreparedWorker(worker, loop, board, ObjectReader.getInt(sleep));
        } catch (Exception | LinkageError e) {
            board.close();
            throw e;
        }
    }

    private static SupervisorClient supervisorClient(Map<String, Object> topologyConf, int port) {
        try {
            return SupervisorClient.Builder.withConf(topologyConf)
                    .withHostName(Utils.hostname())
                    .withPort(port)
                    .createSupervisorClient();
        } catch (UnknownHostException e) {
            throw Utils.wrapInRuntime(e);
        }
    }
}
