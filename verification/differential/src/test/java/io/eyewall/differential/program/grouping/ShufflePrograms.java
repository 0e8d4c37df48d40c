package io.eyewall.differential.program.grouping;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.Sequences;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.Config;
import org.apache.storm.topology.BoltDeclarer;
import org.apache.storm.topology.TopologyBuilder;

/** Programs about groupings that distribute tuples independently of their values. */
public final class ShufflePrograms {
    private static final int TUPLES = 4000;
    private static final int TARGETS = 4;

    private static final String LOCAL_MEANS_CORE =
            "Local means the same core: local-or-shuffle prefers tasks on the emitter's core while"
                    + " they are not busier than others, where Storm spreads tuples evenly over"
                    + " the worker.";

    private interface Subscription {
        void to(BoltDeclarer bolt);
    }

    private ShufflePrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "shuffle-plain",
                        "Without load awareness, shuffle gives every task its equal share.",
                        "grouping/ShuffleGrouping.java",
                        stage -> spread(stage, true, 0.1, bolt -> bolt.shuffleGrouping("numbers"))),
                Program.of(
                        "shuffle-load-aware",
                        "With load awareness, idle tasks get nearly equal shares.",
                        "grouping/LoadAwareShuffleGrouping.java",
                        stage ->
                                spread(stage, false, 0.5, bolt -> bolt.shuffleGrouping("numbers"))),
                Program.of(
                                "local-or-shuffle",
                                "Local-or-shuffle sends each tuple to one task of the worker.",
                                "daemon/GrouperFactory.java",
                                stage ->
                                        spread(
                                                stage,
                                                false,
                                                0.5,
                                                bolt -> bolt.localOrShuffleGrouping("numbers")))
                        .mayDiffer("sharesNearMean", LOCAL_MEANS_CORE),
                Program.of(
                        "none-grouping",
                        "None grouping sends each tuple to one random task.",
                        "daemon/GrouperFactory.java",
                        stage -> spread(stage, false, 0.5, bolt -> bolt.noneGrouping("numbers"))),
                Program.of(
                        "shuffle-from-several-spout-tasks",
                        "Each tuple of a shuffled stream reaches exactly one task, whoever sent it.",
                        "grouping/LoadAwareShuffleGrouping.java",
                        ShufflePrograms::severalSources),
                Program.of(
                        "shuffle-to-one-task",
                        "A shuffle to a single task keeps the order of the source.",
                        "grouping/LoadAwareShuffleGrouping.java",
                        ShufflePrograms::singleTarget));
    }

    /**
     * Records whether tuples are spread evenly.
     *
     * @param tolerance maximum distance of a task's share from the mean, as a fraction of the mean
     */
    private static void spread(
            Stage stage, boolean plain, double tolerance, Subscription subscription)
            throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", ProbeSpout.numbers(TUPLES));
        subscription.to(builder.setBolt("sink", ProbeBolt.recording(), TARGETS));
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_DISABLE_LOADAWARE_MESSAGING, plain);
        stage.submit(builder, conf);
        stage.await("received", TUPLES);

        double mean = (double) TUPLES / TARGETS;
        Map<String, Integer> shares = stage.edgeCounts();
        Map<String, Boolean> fair = new TreeMap<>();
        shares.forEach((edge, share) -> fair.put(edge, Math.abs(share - mean) <= tolerance * mean));
        stage.fact("sharesNearMean", fair);
        stage.fact("total", stage.awaitQuiet("received", 200));
        stage.fact("distinct", stage.probe().notes("received").stream().distinct().count());
        stage.fact(
                "eachEdgeAscending", // of the edges that were used
                !Sequences.allAscending(stage.edges()).containsValue(false));
    }

    private static void severalSources(Stage stage) throws Exception {
        int perTask = 300;
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", ProbeSpout.numbers(perTask), 3);
        builder.setBolt("sink", ProbeBolt.recording(), 2).shuffleGrouping("numbers");
        stage.submit(builder);
        stage.await("received", 3 * perTask);

        Map<String, Integer> bySource = new TreeMap<>();
        stage.edgeCounts()
                .forEach((edge, n) -> bySource.merge(edge.split("->")[0], n, Integer::sum));
        stage.fact("bySource", bySource);
        stage.fact("total", stage.awaitQuiet("received", 200));
        stage.fact("eachEdgeAscending", Sequences.allAscending(stage.edges()));
    }

    private static void singleTarget(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", ProbeSpout.numbers(50));
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("numbers");
        stage.submit(builder);
        stage.await("received", 50);
        stage.fact("edges", stage.edges());
    }
}
