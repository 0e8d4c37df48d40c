package io.eyewall.nativetask.worker;

import io.eyewall.nativetask.LibraryFiles;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.storm.Config;
import org.apache.storm.daemon.StormCommon;
import org.apache.storm.daemon.supervisor.AdvancedFSOps;
import org.apache.storm.daemon.worker.Worker;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.utils.ConfigUtils;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.Utils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Main class of a worker process, in place of Storm's {@link Worker}, with the same five arguments:
 * topology id, supervisor id, supervisor's Thrift port, worker's port, worker id. A worker whose
 * executors are all native or ackers runs without Java; in every other case this class runs Storm's
 * worker.
 */
public final class NativeWorker {
    private static final Logger LOG = LoggerFactory.getLogger(NativeWorker.class);
    private static final int ARGUMENT_COUNT = 5;
    private static final String PROGRAM_NAME = "eyewall-native-worker";

    /** System property with the path of the program. */
    private static final String PROGRAM_PROPERTY = "eyewall.native.worker";

    private NativeWorker() {}

    public static void main(String[] arguments) throws Exception {
        Optional<WorkerLoop> loop = Optional.empty();
        if (arguments.length == ARGUMENT_COUNT) {
            try {
                loop = prepareWithoutJava(WorkerPlace.parse(arguments));
            } catch (Exception | LinkageError e) {
                LOG.error(
                        "cannot run this worker without Java, running Storm's worker: {}",
                        e.toString(),
                        e);
            }
        }
        if (loop.isPresent()) {
            loop.get().run();
        } else {
            Worker.main(arguments);
        }
    }

    private static Optional<WorkerLoop> prepareWithoutJava(WorkerPlace place) throws Exception {
        Map<String, Object> conf = ConfigUtils.readStormConfig();
        StormCommon.validateDistributedMode(conf);
        Map<String, Object> topologyConf =
                ConfigUtils.overrideLoginConfigWithSystemProperty(
                        ConfigUtils.readSupervisorStormConf(conf, place.topologyId()));
        topologyConf.put(Config.PACEMAKER_AUTH_METHOD, "NONE"); // as Storm's Worker (STORM-3728)
        conf.put(Config.PACEMAKER_AUTH_METHOD, "NONE");
        StormTopology topology =
                ConfigUtils.readSupervisorTopology(
                        conf, place.topologyId(), AdvancedFSOps.make(conf));
        SystemTopology systemTopology = SystemTopology.of(topology, topologyConf);
        ClusterConnection cluster = new ClusterConnection(conf, topologyConf, place);
        try {
            WorkerAssignment assignment =
                    cluster.readAssignment()
                            .orElseThrow(
                                    () ->
                                            new IllegalStateException(
                                                    "the topology has no assignment"));
            Set<Integer> ownTasks = new HashSet<>();
            assignment
                    .executors()
                    .forEach(executor -> ownTasks.addAll(StormCommon.executorIdToTasks(executor)));
            WorkerPlan plan = new WorkerPlan(systemTopology, ownTasks);
            Optional<String> reason =
                    new Eligibility(systemTopology).reasonForJava(plan.components());
            if (reason.isPresent()) {
                LOG.info("this worker needs Java, running Storm's worker: {}", reason.get());
                cluster.close();
                return Optional.empty();
            }
            String resources =
                    ConfigUtils.supervisorStormResourcesPath(
                            ConfigUtils.supervisorStormDistRoot(conf, place.topologyId()));
            WorkerMeter meter = WorkerMeter.create(systemTopology, place, assignment.executors());
            String lines = plan.lines(place, resources, meter.isOn());
            Utils.setupWorkerUncaughtExceptionHandler();
            int shutdownS =
                    ObjectReader.getInt(conf.get(Config.SUPERVISOR_WORKER_SHUTDOWN_SLEEP_SECS));
            return Optional.of(
                    new WorkerLoop(
                            cluster,
                            assignment.executors(),
                            new WorkerStats(systemTopology, assignment.executors()),
                            systemTopology,
                            meter,
                            new WorkerLoop.Program(
                                    LibraryFiles.program(PROGRAM_NAME, PROGRAM_PROPERTY),
                                    lines,
                                    plan.receivers()),
                            new WorkerLoop.Periods(conf, shutdownS)));
        } catch (Exception | LinkageError e) {
            cluster.close();
            throw e;
        }
    }
}
