package io.eyewall.differential.program.state;

import io.eyewall.differential.program.Durable;
import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.Signals;
import io.eyewall.differential.stage.Probe;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Programs about bolts with state, and the checkpoints that save it. */
public final class StatefulPrograms {
    private static final String EXECUTOR = "topology/StatefulBoltExecutor.java";

    private StatefulPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "stateful-rollback",
                        "A checkpoint that takes too long is rolled back, its tuples fail.",
                        "spout/CheckPointState.java",
                        StatefulPrograms::rollback),
                Program.of(
                                "stateful-commit-again",
                                "A bolt has committed when the next one fails to, and both are to"
                                        + " commit again.",
                                "state/InMemoryKeyValueState.java",
                                StatefulPrograms::commitAgain)
                        .differs(
                                "acked",
                                "A state in memory may be committed twice by one transaction, as"
                                        + " happens when a commit fails or outlasts the message"
                                        + " timeout behind a bolt that has committed. Storm's"
                                        + " refuses the second commit, the checkpoint spout"
                                        + " repeats it for ever, and nothing is acked again."),
                Program.of(
                        "stateful-bolt",
                        "A stateful bolt gets its state before its tuples, and checkpoints.",
                        EXECUTOR,
                        StatefulPrograms::simple),
                Program.of(
                        "stateful-chain",
                        "A checkpoint goes through a bolt without state to the next one with it.",
                        "topology/CheckpointTupleForwarder.java",
                        StatefulPrograms::chain),
                Program.of(
                        "stateful-acks-after-commit",
                        "What a stateful bolt acked is acked when it is committed.",
                        EXECUTOR,
                        StatefulPrograms::acksAfterCommit),
                Program.of(
                        "stateful-fail",
                        "What a stateful bolt fails has failed at once.",
                        EXECUTOR,
                        StatefulPrograms::fails),
                Program.of(
                        "stateful-delete-and-iterate",
                        "A state gives its entries, and forgets what is deleted.",
                        "state/InMemoryKeyValueState.java",
                        stage -> deleteAndIterate(stage, stage.conf())),
                Program.of(
                        "stateful-delete-and-iterate-on-disk",
                        "So does a state on disk.",
                        "state/KeyValueState.java",
                        stage -> deleteAndIterate(stage, Durable.conf(stage))),
                Program.of(
                        "stateful-memory-ends-with-the-topology",
                        "A state in memory begins anew when its topology is submitted again.",
                        "state/InMemoryKeyValueState.java",
                        stage -> restart(stage, stage.conf())),
                Program.of(
                        "stateful-disk-outlives-the-topology",
                        "A state on disk goes on when its topology is submitted again.",
                        EXECUTOR,
                        stage -> restart(stage, Durable.conf(stage))),
                Program.of(
                        "stateful-disk-keeps-tasks-apart",
                        "Each task finds its own state again.",
                        EXECUTOR,
                        StatefulPrograms::tasks),
                Program.of(
                        "stateful-streams",
                        "Checkpoint spout and checkpoint streams are part of the topology.",
                        "topology/TopologyBuilder.java",
                        StatefulPrograms::streams));
    }

    private static Config eager(Config conf) {
        conf.put(Config.TOPOLOGY_STATE_CHECKPOINT_INTERVAL, 200);
        return conf;
    }

    private static List<Values> words(String text) {
        List<Values> rows = new ArrayList<>();
        for (String word : text.split(" ")) {
            rows.add(new Values(word));
        }
        return rows;
    }

    private static void simple(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.rows(words("a b a c b a"), "word"));
        builder.setBolt("counts", new CountingBolt()).shuffleGrouping("source");
        ProbeBolt sink =
                ProbeBolt.recording()
                        .onPrepare(
                                task ->
                                        task.probe()
                                                .share(
                                                        "tasks",
                                                        new TreeMap<>(
                                                                task.context()
                                                                        .getTaskToComponent())));
        builder.setBolt("sink", sink).shuffleGrouping("counts");
        stage.submit(builder, eager(stage.conf()));
        stage.await("received", 6);
        stage.await("checkpoints counts", 4);
        stage.fact("calls", stage.probe().notes("calls counts"));
        stage.fact("checkpoints", stage.probe().notes("checkpoints counts").subList(0, 4));
        stage.fact("received", stage.probe().notes("received"));
        stage.fact("tasks", stage.probe().shared("tasks"));
    }

    private static void chain(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.rows(words("a b a"), "word"));
        builder.setBolt("first", new CountingBolt()).shuffleGrouping("source");
        builder.setBolt("middle", ProbeBolt.passing("word", "count"), 2).shuffleGrouping("first");
        builder.setBolt("last", new CountingBolt()).fieldsGrouping("middle", new Fields("word"));
        stage.submit(builder, eager(stage.conf()));
        stage.await("checkpoints last", 6);
        stage.await("executed last", 3);
        stage.fact("first", stage.probe().notes("checkpoints first").subList(0, 6));
        stage.fact("last", stage.probe().notes("checkpoints last").subList(0, 6));
        List<Object> order = stage.probe().notes("checkpoint order").subList(0, 8);
        stage.fact("order", order);
    }

    private static void acksAfterCommit(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "source",
                Signals.rows("rows", "word").onAck((task, id) -> task.note("order", "ack " + id)));
        builder.setBolt("counts", new CountingBolt()).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_STATE_CHECKPOINT_INTERVAL, 1500);
        stage.submit(builder, conf);
        // The second checkpoint begins long after the tuples have arrived.
        stage.await("checkpoints counts", 2);
        Signals.send(stage.probe(), "rows", "a");
        Signals.send(stage.probe(), "rows", "b");
        stage.await("executed counts", 2);
        stage.await("order", 2);
        int commits = 0;
        for (Object call : stage.probe().notes("checkpoints counts")) {
            commits += String.valueOf(call).startsWith("preCommit") ? 1 : 0;
        }
        stage.fact("a commit more than before", commits >= 2);
        stage.fact("acked", stage.sorted("order"));
    }

    private static void fails(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", Signals.rows("rows", "word"));
        builder.setBolt("counts", new CountingBolt()).shuffleGrouping("source");
        stage.submit(builder, eager(stage.conf()));
        for (String word : List.of("a", CountingBolt.BAD, "b")) {
            Signals.send(stage.probe(), "rows", word);
        }
        stage.await("failed", 1);
        stage.await("acked", 2);
        stage.fact("failed", stage.probe().notes("failed"));
        stage.fact("acked", stage.sorted("acked"));
    }

    private static void deleteAndIterate(Stage stage, Config conf) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", Signals.rows("rows", "word"));
        builder.setBolt("counts", new CountingBolt()).shuffleGrouping("source");
        stage.submit(builder, eager(conf));
        for (String word : List.of("a", "b", "a", "c", "-b", "-z", "?")) {
            Signals.send(stage.probe(), "rows", word);
        }
        stage.await("entries", 1);
        stage.await("checkpoints counts", 6);
        for (String word : List.of("b", "-a", "d", "?")) {
            Signals.send(stage.probe(), "rows", word);
        }
        stage.await("entries", 2);
        stage.fact("entries", stage.probe().notes("entries"));
        stage.fact("deleted", stage.probe().notes("deleted"));
    }

    /**
     * Waits until a checkpoint contains all tuples so far: of two complete checkpoints, the second
     * does.
     */
    static void awaitCheckpoint(Stage stage, String component) throws Exception {
        String series = "checkpoints " + component;
        stage.await(series, stage.probe().count(series) + 6);
    }

    private static void restart(Stage stage, Config conf) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.rows(words("a b a"), "word"));
        builder.setBolt("counts", new CountingBolt()).shuffleGrouping("source");
        eager(conf);
        StormTopology topology = builder.createTopology();
        RunningTopology first = stage.submitAs(stage.name(), topology, conf);
        stage.await("executed counts", 3);
        awaitCheckpoint(stage, "counts");
        first.killAndAwaitGone(0);
        stage.submitAs(stage.name(), topology, conf);
        stage.await("executed counts", 6);
        awaitCheckpoint(stage, "counts");
        stage.fact("counts", stage.probe().notes("executed counts"));
        stage.fact("calls", stage.probe().notes("calls counts"));
    }

    private static void tasks(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        String text = "a b c d e f g h";
        builder.setSpout("source", ProbeSpout.rows(words(text), "word"));
        builder.setBolt("counts", new CountingBolt(), 3)
                .setNumTasks(4)
                .fieldsGrouping("source", new Fields("word"));
        Config conf = eager(Durable.conf(stage));
        StormTopology topology = builder.createTopology();
        RunningTopology first = stage.submitAs(stage.name(), topology, conf);
        stage.await("executed counts", 8);
        stage.await("checkpoints counts", stage.probe().count("checkpoints counts") + 24);
        first.killAndAwaitGone(0);
        stage.submitAs(stage.name(), topology, conf);
        stage.await("executed counts", 16);
        stage.fact("counts", stage.sorted("executed counts"));
        stage.fact("by task", byTask(stage.probe()));
    }

    /** Returns the words of each task, sorted, each as often as the task received it. */
    private static Map<String, List<Object>> byTask(Probe probe) {
        Map<String, List<Object>> words = probe.notesUnder("word of ");
        words.values().forEach(each -> each.sort(null));
        return words;
    }

    private static void rollback(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", Signals.rows("rows", "word"));
        // As a dedicated executor it does not keep the spout from noticing the timeout.
        builder.setBolt("counts", new CountingBolt().slowInFirstPrepare(7_000))
                .addConfiguration("eyewall.executor.dedicated", true)
                .shuffleGrouping("source");
        Config conf = eager(stage.conf());
        conf.put(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, true);
        conf.setMessageTimeoutSecs(3);
        for (String word : List.of("a", "b", "c")) {
            Signals.send(stage.probe(), "rows", word);
        }
        stage.submit(builder, conf);
        stage.awaitTrue(
                "a commit after the rollback",
                () -> stage.probe().notes("checkpoints counts").contains("preCommit 0"));
        Signals.send(stage.probe(), "rows", "?");
        stage.await("entries", 1);
        stage.fact("calls", stage.probe().notes("calls counts"));
        stage.fact("failed", stage.sorted("failed"));
        List<Object> checkpoints = collapsed(stage.probe().notes("checkpoints counts"));
        stage.fact("checkpoints", checkpoints.subList(0, 4));
        stage.fact("entries after the rollback", stage.probe().notes("entries"));
    }

    private static void commitAgain(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", Signals.rows("rows", "word"));
        builder.setBolt("first", new CountingBolt()).shuffleGrouping("source");
        builder.setBolt("last", new CountingBolt().failingInFirstCommit()).shuffleGrouping("first");
        stage.submit(builder, eager(stage.conf()));
        Probe probe = stage.probe();
        for (String word : List.of("a", "b", "c")) {
            Signals.send(probe, "rows", word);
        }
        stage.awaitTrue(
                "all is acked, or the first bolt commits again and again",
                () ->
                        probe.count("acked") == 3
                                || Collections.frequency(
                                                probe.notes("checkpoints first"), "preCommit 0")
                                        > 4);
        stage.fact("acked", stage.sorted("acked"));
    }

    /** Returns the notes without consecutive repetitions. */
    private static List<Object> collapsed(List<Object> notes) {
        List<Object> result = new ArrayList<>();
        for (Object note : notes) {
            if (result.isEmpty() || !result.get(result.size() - 1).equals(note)) {
                result.add(note);
            }
        }
        return result;
    }

    private static void streams(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.rows(words("a"), "word"));
        builder.setBolt("counts", new CountingBolt()).shuffleGrouping("source");
        builder.setBolt("sink", ProbeBolt.recording(), 2).shuffleGrouping("counts");
        RunningTopology running = stage.submit(builder, eager(stage.conf()));
        stage.await("received", 1);
        StormTopology topology = stage.cluster().getTopology(running.id());
        stage.fact("spouts", new TreeMap<>(topology.get_spouts()).keySet());
        Map<String, Object> inputs = new TreeMap<>();
        Map<String, Object> streams = new TreeMap<>();
        topology.get_bolts()
                .forEach(
                        (id, bolt) -> {
                            if (!id.startsWith("__")) {
                                Map<String, Object> from = new TreeMap<>();
                                bolt.get_common()
                                        .get_inputs()
                                        .forEach(
                                                (stream, grouping) ->
                                                        from.put(
                                                                stream.get_componentId()
                                                                        + "/"
                                                                        + stream.get_streamId(),
                                                                grouping.getSetField()));
                                inputs.put(id, from);
                                streams.put(id, bolt.get_common().get_streams().keySet());
                            }
                        });
        stage.fact("inputs", inputs);
        stage.fact("streams", streams);
    }
}
