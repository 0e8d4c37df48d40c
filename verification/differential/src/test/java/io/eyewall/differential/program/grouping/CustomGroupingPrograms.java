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
import org.apache.storm.generated.Grouping;
import org.apache.storm.generated.JavaObject;
import org.apache.storm.generated.JavaObjectArg;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.grouping.CustomStreamGrouping;
import org.apache.storm.task.WorkerTopologyContext;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Programs about groupings that are objects: user-defined ones and partial key grouping. */
public final class CustomGroupingPrograms {
    private CustomGroupingPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "partial-key",
                        "A key alternates between two tasks that the key alone decides.",
                        "grouping/PartialKeyGrouping.java",
                        CustomGroupingPrograms::partialKey),
                Program.of(
                        "custom-grouping",
                        "A user's grouping is told its stream and the sorted tasks, and is obeyed.",
                        "daemon/GrouperFactory.java",
                        CustomGroupingPrograms::serialized),
                Program.of(
                        "custom-grouping-java-object",
                        "A grouping may be given as class name and constructor arguments.",
                        "Thrift.java",
                        CustomGroupingPrograms::javaObject),
                Program.of(
                        "custom-grouping-none-and-twice",
                        "A grouping may choose no task, or one task twice.",
                        "daemon/Task.java",
                        CustomGroupingPrograms::noneAndTwice));
    }

    /**
     * Sends {@code n} to the n-th target, counted from {@code first}, and notes the arguments of
     * its calls.
     */
    public static final class NthTask implements CustomStreamGrouping {
        private static final long serialVersionUID = 1;

        private final String label;
        private final int first;
        private transient List<Integer> targets;
        private transient Probe probe;

        /**
         * Creates the grouping for {@code JavaObject}, which requires exactly these argument types.
         */
        public NthTask(String label, Integer first) {
            this.label = label;
            this.first = first;
        }

        @Override
        public void prepare(
                WorkerTopologyContext context, GlobalStreamId stream, List<Integer> targetTasks) {
            targets = targetTasks;
            probe = Probe.of(context.getConf());
            probe.note(
                    "prepared",
                    label
                            + " "
                            + stream.get_componentId()
                            + "/"
                            + stream.get_streamId()
                            + " "
                            + targetTasks);
        }

        @Override
        public List<Integer> chooseTasks(int taskId, List<Object> values) {
            probe.note("chosenFor", taskId + " " + values);
            int n = (Integer) values.get(0);
            return List.of(targets.get((first + n) % targets.size()));
        }
    }

    /** Sends even numbers to no target, and odd ones twice to the first target. */
    public static final class NoneOrTwice implements CustomStreamGrouping {
        private static final long serialVersionUID = 1;

        private transient List<Integer> targets;

        @Override
        public void prepare(
                WorkerTopologyContext context, GlobalStreamId stream, List<Integer> targetTasks) {
            targets = targetTasks;
        }

        @Override
        public List<Integer> chooseTasks(int taskId, List<Object> values) {
            int n = (Integer) values.get(0);
            return n % 2 == 0 ? List.of() : List.of(targets.get(0), targets.get(0));
        }
    }

    private static void partialKey(Stage stage) throws Exception {
        List<Values> rows = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            rows.add(new Values("key" + i % 6, i));
        }
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("rows", ProbeSpout.rows(rows, "key", "n"));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note(tuple.getString(0), task.taskId());
                            task.note("received", true);
                        });
        builder.setBolt("sink", bolt, 5).partialKeyGrouping("rows", new Fields("key"));
        stage.submit(builder);
        stage.await("received", rows.size());
        Map<String, TreeSet<Object>> tasks = new TreeMap<>();
        Map<String, Integer> counts = new TreeMap<>();
        stage.probe()
                .notesUnder("key")
                .forEach(
                        (key, notes) -> {
                            tasks.put(key, new TreeSet<>(notes));
                            counts.put(key, notes.size());
                        });
        stage.fact("tasksPerKey", tasks);
        stage.fact("tuplesPerKey", counts);
    }

    private static void serialized(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", ProbeSpout.numbers(8), 2);
        builder.setBolt("sink", ProbeBolt.recording(), 3)
                .customGrouping("numbers", new NthTask("serialized", 1));
        stage.submit(builder);
        stage.await("received", 16);
        stage.fact("prepared", stage.sorted("prepared"));
        stage.fact("chosenFor", stage.sorted("chosenFor"));
        stage.fact("edges", stage.edges());
    }

    private static void javaObject(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", ProbeSpout.numbers(6));
        builder.setBolt("sink", ProbeBolt.recording(), 3).shuffleGrouping("numbers");
        StormTopology topology = builder.createTopology();
        JavaObject grouping =
                new JavaObject(
                        NthTask.class.getName(),
                        List.of(JavaObjectArg.string_arg("object"), JavaObjectArg.int_arg(2)));
        topology.get_bolts()
                .get("sink")
                .get_common()
                .put_to_inputs(
                        new GlobalStreamId("numbers", "default"), Grouping.custom_object(grouping));
        stage.submitAs(stage.name(), topology, stage.conf());
        stage.await("received", 6);
        stage.fact("prepared", stage.sorted("prepared"));
        stage.fact("edges", stage.edges());
    }

    private static void noneAndTwice(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", ProbeSpout.numbersWithIds(6));
        builder.setBolt("sink", ProbeBolt.recording(), 2)
                .customGrouping("numbers", new NoneOrTwice());
        stage.submit(builder);
        stage.await("received", 6);
        stage.await("acked", 6);
        stage.fact("edges", stage.edges());
        stage.fact("acked", stage.sorted("acked"));
    }
}
