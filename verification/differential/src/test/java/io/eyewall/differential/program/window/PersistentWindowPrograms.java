package io.eyewall.differential.program.window;

import io.eyewall.differential.program.Durable;
import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.Signals;
import io.eyewall.differential.stage.Probe;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.state.KeyValueState;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseStatefulWindowedBolt;
import org.apache.storm.topology.base.BaseWindowedBolt.Count;
import org.apache.storm.topology.base.BaseWindowedBolt.Duration;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.windowing.TupleWindow;

/** Programs about windows with state, and about windows that are themselves part of the state. */
public final class PersistentWindowPrograms {
    private static final String PERSISTENT = "topology/PersistentWindowedBoltExecutor.java";

    private PersistentWindowPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "persistent-window-tumbling",
                        "A persistent window gives its tuples, and acks them with a checkpoint.",
                        PERSISTENT,
                        stage -> tumbling(stage, stage.conf())),
                Program.of(
                        "persistent-window-tumbling-on-disk",
                        "So it does with its state on disk.",
                        PERSISTENT,
                        stage -> tumbling(stage, Durable.conf(stage))),
                Program.of(
                        "persistent-window-partitions",
                        "A persistent window of more than a thousand tuples has partitions.",
                        "windowing/persistence/WindowState.java",
                        PersistentWindowPrograms::partitions),
                Program.of(
                        "persistent-window-outlives-the-topology",
                        "A persistent window goes on when its topology is submitted again.",
                        PERSISTENT,
                        PersistentWindowPrograms::restart),
                Program.of(
                        "persistent-window-event-time-outlives-the-topology",
                        "So does one of event time, with the time up to which it was evaluated.",
                        "windowing/WatermarkTimeTriggerPolicy.java",
                        PersistentWindowPrograms::eventTimeRestart),
                Program.of(
                        "stateful-window",
                        "A window with state by message ids keeps a sum of its tuples.",
                        "topology/StatefulWindowedBoltExecutor.java",
                        PersistentWindowPrograms::byMessageIds));
    }

    /**
     * Stores the sum of all tuples of all windows in its state, and notes windows and checkpoints.
     */
    private static final class SummingWindows
            extends BaseStatefulWindowedBolt<KeyValueState<String, Long>> {
        private static final long serialVersionUID = 1;

        private transient KeyValueState<String, Long> state;
        private transient Probe probe;
        private transient OutputCollector collector;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            probe = Probe.of(conf);
            this.collector = collector;
        }

        @Override
        public void initState(KeyValueState<String, Long> initial) {
            state = initial;
            probe.note("initState", initial.get("sum", 0L));
        }

        @Override
        public void preCommit(long txid) {
            probe.note("checkpoints windows", "preCommit " + txid);
        }

        @Override
        public void execute(TupleWindow window) {
            List<Object> values = new ArrayList<>();
            // Storm provides an iterator only for a persistent window.
            Iterator<Tuple> tuples = isPersistent() ? window.getIter() : window.get().iterator();
            tuples.forEachRemaining(tuple -> values.add(tuple.getValue(0)));
            long sum = state.get("sum", 0L);
            for (Object value : values) {
                sum += ((Number) value).longValue();
            }
            state.put("sum", sum);
            probe.note("window", values);
            probe.note("span", java.util.Arrays.asList(window.getEndTimestamp()));
            probe.note("sum", sum);
            collector.emit(new Values(sum));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("sum"));
        }
    }

    private static TopologyBuilder topology(ProbeSpout source, SummingWindows windows) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", source);
        builder.setBolt("windows", windows).shuffleGrouping("source");
        return builder;
    }

    private static Config eager(Config conf) {
        conf.put(Config.TOPOLOGY_STATE_CHECKPOINT_INTERVAL, 200);
        conf.setMessageTimeoutSecs(120);
        return conf;
    }

    private static void tumbling(Stage stage, Config conf) throws Exception {
        SummingWindows bolt = new SummingWindows();
        bolt.withTumblingWindow(Count.of(4)).withPersistence();
        conf.put(Config.TOPOLOGY_STATE_KRYO_REGISTER, List.of("java.util.ArrayDeque"));
        stage.submit(topology(ProbeSpout.numbersWithIds(10), bolt), eager(conf));
        stage.await("window", 2);
        stage.await("acked", 10);
        stage.fact("windows", stage.probe().notes("window"));
        stage.fact("sums", stage.probe().notes("sum"));
        stage.fact("acked", stage.sorted("acked"));
        stage.fact("initState", stage.probe().notes("initState"));
    }

    private static void partitions(Stage stage) throws Exception {
        SummingWindows bolt = new SummingWindows();
        bolt.withWindow(Count.of(2500), Count.of(500)).withPersistence();
        bolt.withMaxEventsInMemory(1);
        ProbeSpout source =
                ProbeSpout.doing(
                        task -> {
                            for (int i = 0; i < 100; i++) {
                                int step = task.nextStep();
                                if (step < 15_000) {
                                    task.collector().emit(new Values(step), step);
                                }
                            }
                        });
        stage.submit(topology(source, bolt), eager(Durable.conf(stage)));
        stage.await("acked", 15_000);
        stage.await("window", 30);
        List<String> shapes = new ArrayList<>();
        for (Object each : stage.probe().notes("window")) {
            List<?> values = (List<?>) each;
            shapes.add(
                    values.size()
                            + " from "
                            + values.get(0)
                            + " to "
                            + values.get(values.size() - 1));
        }
        stage.fact("windows", shapes);
        stage.fact("sums", stage.probe().notes("sum"));
    }

    private static void restart(Stage stage) throws Exception {
        Config conf = eager(Durable.conf(stage));
        SummingWindows bolt = new SummingWindows();
        bolt.withTumblingWindow(Count.of(5)).withPersistence();
        RunningTopology first = stage.submit(topology(Signals.rows("first", "value"), bolt), conf);
        for (int i = 1; i <= 7; i++) {
            Signals.send(stage.probe(), "first", i);
        }
        stage.await("acked", 7);
        stage.await("window", 1);
        awaitCommits(stage);
        first.killAndAwaitGone(0);
        stage.submit(topology(Signals.rows("second", "value"), bolt), conf);
        for (int i = 8; i <= 10; i++) {
            Signals.send(stage.probe(), "second", i);
        }
        stage.await("window", 2);
        stage.await("acked", 10);
        stage.fact("windows", stage.probe().notes("window"));
        stage.fact("sums", stage.probe().notes("sum"));
        stage.fact("initState", stage.probe().notes("initState"));
    }

    private static void awaitCommits(Stage stage) throws Exception {
        String series = "checkpoints windows";
        stage.await(series, stage.probe().count(series) + 3);
    }

    private static void eventTimeRestart(Stage stage) throws Exception {
        Config conf = eager(Durable.conf(stage));
        SummingWindows bolt = new SummingWindows();
        bolt.withTumblingWindow(Duration.seconds(10))
                .withPersistence()
                .withTimestampField("time")
                .withWatermarkInterval(Duration.of(100));
        RunningTopology first =
                stage.submit(topology(Signals.rows("first", "value", "time"), bolt), conf);
        Signals.send(stage.probe(), "first", 1, 1_000L);
        Signals.send(stage.probe(), "first", 2, 9_000L);
        Signals.send(stage.probe(), "first", 3, 12_000L);
        stage.await("window", 1);
        stage.await("acked", 3);
        awaitCommits(stage);
        first.killAndAwaitGone(0);
        stage.submit(topology(Signals.rows("second", "value", "time"), bolt), conf);
        Signals.send(stage.probe(), "second", 4, 13_000L);
        Signals.send(stage.probe(), "second", 5, 31_000L);
        stage.await("window", 2);
        stage.await("acked", 5);
        stage.fact("windows", stage.probe().notes("window"));
        stage.fact("ends", stage.probe().notes("span"));
        stage.fact("sums", stage.probe().notes("sum"));
        stage.fact("initState", stage.probe().notes("initState"));
    }

    private static void byMessageIds(Stage stage) throws Exception {
        SummingWindows bolt = new SummingWindows();
        bolt.withTumblingWindow(Count.of(4)).withMessageIdField("id");
        ProbeSpout source =
                ProbeSpout.doing(
                                task -> {
                                    int step = task.nextStep();
                                    if (step < 10) {
                                        task.collector().emit(new Values(step, (long) step), step);
                                    }
                                })
                        .declares("default", "value", "id");
        stage.submit(topology(source, bolt), eager(stage.conf()));
        stage.await("window", 2);
        stage.await("acked", 4);
        stage.awaitQuiet("acked", 1000);
        stage.fact("windows", stage.probe().notes("window"));
        stage.fact("sums", stage.probe().notes("sum"));
        stage.fact("acked", stage.sorted("acked"));
    }
}
