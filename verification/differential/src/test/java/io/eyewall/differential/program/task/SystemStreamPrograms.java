package io.eyewall.differential.program.task;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.RecordingEventLogger;
import io.eyewall.differential.stage.Probe;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.storm.Config;
import org.apache.storm.ICredentialsListener;
import org.apache.storm.generated.Credentials;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Programs about credentials and event loggers. */
public final class SystemStreamPrograms {
    private SystemStreamPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "credentials",
                        "Listeners get credentials before prepare and whenever they are renewed.",
                        "executor/Executor.java",
                        SystemStreamPrograms::credentials),
                Program.of(
                        "no-credentials",
                        "Listeners get an empty map if there are no credentials.",
                        "daemon/worker/Worker.java",
                        SystemStreamPrograms::noCredentials),
                Program.of(
                                "event-logger",
                                "With debugging on, an event logger sees what components emit.",
                                "metric/EventLoggerBolt.java",
                                SystemStreamPrograms::eventLogger)
                        .differs("systemComponents", HookPrograms.NO_ACKER_TUPLES));
    }

    /** Notes its calls, and whether they run on the executor's thread. */
    static final class ListeningBolt extends BaseRichBolt implements ICredentialsListener {
        private static final long serialVersionUID = 1;

        private transient Map<String, String> beforePrepare;
        private transient boolean prepared;
        private transient Probe probe;

        @Override
        public void setCredentials(Map<String, String> credentials) {
            if (prepared && credentials == null) {
                // Storm may call this when the topology is killed and its credentials are removed.
                probe.note("removed", true);
            } else if (prepared) {
                probe.note("renewed", new TreeMap<>(credentials));
            } else {
                beforePrepare = credentials;
            }
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            prepared = true;
            probe = Probe.of(conf);
            probe.note(
                    "beforePrepare", beforePrepare == null ? null : new TreeMap<>(beforePrepare));
        }

        @Override
        public void execute(Tuple tuple) {
            probe.note("received", tuple.getValue(0));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    private static void credentials(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        builder.setBolt("sink", new ListeningBolt(), 1).setNumTasks(2).allGrouping("source");
        SubmitOptions options = new SubmitOptions(TopologyInitialStatus.ACTIVE);
        options.set_creds(new Credentials(Map.of("user", "ann", "token", "1")));
        RunningTopology topology = stage.submitWithOptions(builder, stage.conf(), options);
        stage.await("received", 2);
        stage.fact("beforePrepare", stage.probe().notes("beforePrepare"));
        stage.cluster()
                .uploadNewCredentials(
                        topology.name(), new Credentials(Map.of("user", "ann", "token", "2")));
        stage.await("renewed", 2);
        stage.awaitQuiet("renewed", 300);
        stage.fact("renewed", new TreeSet<>(texts(stage.probe().notes("renewed"))));
    }

    private static List<String> texts(List<Object> values) {
        return values.stream().map(String::valueOf).toList();
    }

    private static void noCredentials(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        builder.setBolt("sink", new ListeningBolt()).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("received", 1);
        stage.fact("beforePrepare", stage.probe().notes("beforePrepare"));
        stage.fact("renewed", stage.probe().notes("renewed"));
    }

    private static void eventLogger(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            // Emits only after debugging has been turned on.
                            if (task.probe().count("go") > 0) {
                                int step = task.nextStep();
                                if (step < 5) {
                                    task.collector().emit(new Values(step), step);
                                }
                            }
                        });
        builder.setSpout("source", spout);
        builder.setBolt("middle", ProbeBolt.passing("n")).shuffleGrouping("source");
        builder.setBolt("sink", ProbeBolt.recording().onPrepare(t -> t.note("ready", true)))
                .shuffleGrouping("middle");
        Config conf = stage.conf();
        conf.setNumEventLoggers(1);
        conf.registerEventLogger(RecordingEventLogger.class, Map.of("to", "nowhere"));
        stage.submit(builder, conf);
        stage.await("ready", 1);
        nimbus(stage).debug(stage.name(), "", true, 100.0);
        // Storm's workers check for such changes once per task.refresh.poll.secs.
        Thread.sleep(2_500);
        stage.probe().note("go", true);
        stage.await("acked", 5);
        stage.await("events", 10);
        stage.fact("logger", stage.probe().notes("logger"));
        stage.awaitQuiet("systemEvents", 300);
        stage.fact("events", stage.probe().notesUnder("event "));
        stage.fact("systemComponents", new TreeSet<>(stage.probe().notes("systemEvents")));
    }

    /**
     * Returns the Nimbus of the cluster: Storm's LocalCluster does not implement debug, its Nimbus
     * does.
     */
    private static Nimbus.Iface nimbus(Stage stage) throws ReflectiveOperationException {
        Object cluster = stage.cluster();
        return (Nimbus.Iface) cluster.getClass().getMethod("getNimbus").invoke(cluster);
    }
}
