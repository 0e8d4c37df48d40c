package io.eyewall.differential.program.grouping;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Probe;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.grouping.LoadAwareCustomStreamGrouping;
import org.apache.storm.grouping.LoadMapping;
import org.apache.storm.grouping.PartialKeyGrouping;
import org.apache.storm.grouping.ShuffleGrouping;
import org.apache.storm.task.WorkerTopologyContext;
import org.apache.storm.testing.NGrouping;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Programs about Storm's own grouping classes and interfaces, used as custom groupings. */
public final class GroupingClassPrograms {
    private GroupingClassPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "partial-key-own-assignment",
                        "Partial key grouping takes a user's assignment and choice of target.",
                        "grouping/PartialKeyGrouping.java",
                        GroupingClassPrograms::ownAssignment),
                Program.of(
                        "partial-key-without-fields",
                        "Partial key grouping without fields takes the first value as key.",
                        "grouping/PartialKeyGrouping.java",
                        GroupingClassPrograms::withoutFields),
                Program.of(
                        "partial-key-two-fields",
                        "Partial key grouping takes several fields, also from the end.",
                        "grouping/PartialKeyGrouping.java",
                        GroupingClassPrograms::twoFields),
                Program.of(
                        "shuffle-grouping-as-custom",
                        "Storm's shuffle grouping given as a custom one deals evenly.",
                        "grouping/ShuffleGrouping.java",
                        GroupingClassPrograms::shuffleAsCustom),
                Program.of(
                        "n-grouping",
                        "Storm's test grouping sends every tuple to its first n tasks.",
                        "testing/NGrouping.java",
                        GroupingClassPrograms::firstTasks),
                Program.of(
                        "load-aware-custom-grouping",
                        "A load-aware grouping of a user's is told the load of its targets.",
                        "grouping/LoadAwareCustomStreamGrouping.java",
                        GroupingClassPrograms::loadAware),
                Program.of(
                        "grouping-context",
                        "A grouping sees the topology that its stream belongs to.",
                        "task/WorkerTopologyContext.java",
                        GroupingClassPrograms::context),
                Program.of(
                        "grouping-instances",
                        "The tasks of an executor share a copy of a custom grouping.",
                        "grouping/CustomStreamGrouping.java",
                        GroupingClassPrograms::instances));
    }

    /** Assigns every key to the first and the last target. */
    static final class FirstAndLast implements PartialKeyGrouping.AssignmentCreator {
        private static final long serialVersionUID = 1;

        @Override
        public int[] createAssignment(List<Integer> targetTasks, byte[] key) {
            return new int[] {targetTasks.get(0), targetTasks.get(targetTasks.size() - 1)};
        }
    }

    /** Always selects the second of the two targets. */
    static final class Second implements PartialKeyGrouping.TargetSelector {
        private static final long serialVersionUID = 1;

        @Override
        public Integer chooseTask(int[] assignedTasks) {
            return assignedTasks[1];
        }
    }

    private static List<Values> rows() {
        List<Values> rows = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            rows.add(new Values("k" + i % 5, i % 3, i));
        }
        return rows;
    }

    /** Records the tasks that received each key, with the number of tuples. */
    private static void byKey(Stage stage, PartialKeyGrouping grouping, String... keys)
            throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("rows", ProbeSpout.rows(rows(), "key", "group", "n"));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note(
                                    "key " + tuple.select(new Fields(keys)),
                                    "task " + task.taskId());
                            task.note("received", true);
                        });
        builder.setBolt("sink", bolt, 4).customGrouping("rows", grouping);
        stage.submit(builder);
        stage.await("received", 60);
        Map<String, Map<Object, Integer>> counts = new TreeMap<>();
        stage.probe()
                .notesUnder("key ")
                .forEach(
                        (key, tasks) -> {
                            Map<Object, Integer> count = new TreeMap<>();
                            tasks.forEach(task -> count.merge(task, 1, Integer::sum));
                            counts.put(key, count);
                        });
        stage.fact("counts", counts);
    }

    private static void ownAssignment(Stage stage) throws Exception {
        byKey(
                stage,
                new PartialKeyGrouping(new Fields("key"), new FirstAndLast(), new Second()),
                "key");
    }

    private static void withoutFields(Stage stage) throws Exception {
        byKey(stage, new PartialKeyGrouping(), "key");
    }

    private static void twoFields(Stage stage) throws Exception {
        byKey(stage, new PartialKeyGrouping(new Fields("group", "key")), "key", "group");
    }

    private static void shuffleAsCustom(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(40));
        builder.setBolt("sink", ProbeBolt.recording(), 4)
                .customGrouping("source", new ShuffleGrouping());
        stage.submit(builder);
        stage.await("received", 40);
        stage.fact("edges", stage.edgeCounts());
    }

    private static void firstTasks(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(5));
        builder.setBolt("sink", ProbeBolt.recording(), 4)
                .customGrouping("source", new NGrouping(2));
        stage.submit(builder);
        stage.await("received", 10);
        stage.await("acked", 5);
        stage.fact("edges", stage.edges());
    }

    /** Notes calls of {@code refreshLoad}; sends everything to the first target. */
    static final class Loaded implements LoadAwareCustomStreamGrouping {
        private static final long serialVersionUID = 1;

        private transient List<Integer> targets;
        private transient Probe probe;

        @Override
        public void prepare(
                WorkerTopologyContext context, GlobalStreamId stream, List<Integer> targetTasks) {
            targets = targetTasks;
            probe = Probe.of(context.getConf());
        }

        @Override
        public void refreshLoad(LoadMapping loadMapping) {
            boolean inRange = true;
            for (int task : targets) {
                double load = loadMapping.get(task);
                inRange &= load >= 0 && load <= 1;
            }
            probe.note("refreshed", inRange);
        }

        @Override
        public List<Integer> chooseTasks(int taskId, List<Object> values) {
            return targets.subList(0, 1);
        }
    }

    private static void loadAware(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(10));
        builder.setBolt("sink", ProbeBolt.recording(), 3).customGrouping("source", new Loaded());
        stage.submit(builder);
        stage.await("received", 10);
        // Storm refreshes the load once per second.
        stage.probe().await("refreshed", 1, 5_000);
        stage.fact("edges", stage.edgeCounts());
        stage.fact("refreshed", new TreeSet<>(stage.probe().notes("refreshed")));
    }

    /** Notes the information that it can query about the topology. */
    static final class Curious implements org.apache.storm.grouping.CustomStreamGrouping {
        private static final long serialVersionUID = 1;

        private transient List<Integer> targets;

        @Override
        public void prepare(
                WorkerTopologyContext context, GlobalStreamId stream, List<Integer> targetTasks) {
            targets = targetTasks;
            Probe probe = Probe.of(context.getConf());
            probe.note("fields", context.getComponentOutputFields(stream).toList());
            probe.note("components", new TreeSet<>(context.getComponentIds()));
            probe.note("workerTasks", new TreeSet<>(context.getThisWorkerTasks()));
            probe.note("sources", context.getSources("sink").toString());
            probe.note("taskToComponent", context.getTaskToComponent());
        }

        @Override
        public List<Integer> chooseTasks(int taskId, List<Object> values) {
            return targets;
        }
    }

    private static void context(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        builder.setBolt("sink", ProbeBolt.recording(), 2).customGrouping("source", new Curious());
        stage.submit(builder);
        stage.await("received", 2);
        for (String series :
                List.of("fields", "components", "workerTasks", "sources", "taskToComponent")) {
            stage.fact(series, stage.probe().notes(series));
        }
    }

    /** Sends tuples to the targets in turn, and notes the number of each. */
    static final class Counting implements org.apache.storm.grouping.CustomStreamGrouping {
        private static final long serialVersionUID = 1;

        private transient List<Integer> targets;
        private transient Probe probe;
        private int seen;

        @Override
        public void prepare(
                WorkerTopologyContext context, GlobalStreamId stream, List<Integer> targetTasks) {
            targets = targetTasks;
            probe = Probe.of(context.getConf());
            probe.note("prepared", targetTasks);
        }

        @Override
        public List<Integer> chooseTasks(int taskId, List<Object> values) {
            probe.note("seen by task " + taskId, seen++);
            return targets.subList(seen % targets.size(), seen % targets.size() + 1);
        }
    }

    private static void instances(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(4), 2).setNumTasks(3);
        builder.setBolt("sink", ProbeBolt.recording(), 2).customGrouping("source", new Counting());
        stage.submit(builder);
        stage.await("received", 12);
        stage.fact("prepared", stage.probe().notes("prepared"));
        stage.fact("seen", stage.probe().notesUnder("seen by "));
        stage.fact("edges", stage.edgeCounts());
    }
}
