package io.eyewall.differential.program.task;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import java.util.TreeSet;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.TupleUtils;

/** Programs about tick tuples. */
public final class TickPrograms {
    private TickPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "ticks-of-a-component",
                        "A bolt that asks gets __tick tuples from __system at its rate.",
                        "executor/Executor.java",
                        TickPrograms::ofComponent),
                Program.of(
                        "ticks-of-the-topology",
                        "With topology.tick.tuple.freq.secs every task of every bolt ticks.",
                        "executor/Executor.java",
                        TickPrograms::ofTopology),
                Program.of(
                        "ticks-under-load",
                        "Ticks arrive although the spout always has more.",
                        "executor/Executor.java",
                        TickPrograms::underLoad));
    }

    private static void ofComponent(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, t) -> {
                            if (!TupleUtils.isTick(t)) {
                                task.note("received", t.getValue(0));
                                return;
                            }
                            task.note("when", System.currentTimeMillis());
                            task.note("tick", t.getSourceComponent() + " " + t.getSourceStreamId());
                            task.note("tick", t.getSourceTask() + " " + t.getValues());
                            task.note("tick", t.getFields().toList());
                            task.note("tick", t.getMessageId().getAnchors().size());
                            // Acking a tick, or anchoring to it, has no effect but is allowed.
                            task.collector().ack(t);
                        });
        builder.setBolt("ticking", bolt)
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1)
                .shuffleGrouping("source");
        builder.setBolt("quiet", ProbeBolt.recording()).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("when", 4);
        stage.fact("tick", stage.probe().notes("tick").subList(0, 4));
        List<Object> when = stage.probe().notes("when");
        long tookMs = (Long) when.get(3) - (Long) when.get(0);
        stage.fact("threeTicksTakeAboutThreeSeconds", tookMs > 2_000 && tookMs < 5_000);
        stage.fact("quiet", stage.edges());
    }

    private static void ofTopology(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            if (TupleUtils.isTick(tuple)) {
                                task.note("tick " + tuple.getValue(0), task.label());
                                task.note("ticks", task.label());
                            }
                        });
        builder.setBolt("usual", bolt, 1).setNumTasks(2).shuffleGrouping("source");
        builder.setBolt("other", bolt)
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 2)
                .shuffleGrouping("source");
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
        stage.submit(builder, conf);
        stage.awaitTrue(
                "ticks of all tasks",
                () -> new TreeSet<>(stage.probe().notes("ticks")).size() == 3);
        stage.fact("everySecond", new TreeSet<>(stage.probe().notes("tick 1")));
        stage.fact("everyOtherSecond", new TreeSet<>(stage.probe().notes("tick 2")));
    }

    private static void underLoad(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout busy =
                ProbeSpout.doing(
                        task -> {
                            // Two seconds under load are enough; other programs need the machine,
                            // too.
                            if (task.probe().count("tick") < 2) {
                                task.collector().emit(new Values(task.nextStep()));
                            }
                        });
        builder.setSpout("source", busy);
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            if (TupleUtils.isTick(tuple)) {
                                task.note("tick", tuple.getValue(0));
                            }
                        });
        builder.setBolt("sink", bolt)
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1)
                .shuffleGrouping("source");
        stage.submit(builder);
        stage.await("tick", 2);
        stage.fact("ticks", stage.probe().notes("tick").subList(0, 2));
    }
}
