package io.eyewall.differential.program.flux;

import io.eyewall.differential.stage.Probe;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.hooks.BaseWorkerHook;
import org.apache.storm.task.WorkerUserContext;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;

/**
 * The classes that the definitions of these programs name; public, because Flux creates them by
 * reflection.
 */
public final class Parts {
    private Parts() {}

    /** An enum constant that is configured as text. */
    public enum Size {
        SMALL,
        LARGE
    }

    /**
     * An object that Flux can create and configure in every way it supports; it records the values
     * that it received.
     */
    public static final class Thing implements Serializable {
        private static final long serialVersionUID = 1;

        /** A public field without a setter, which Flux sets directly. */
        public String open = "unset";

        private final ArrayList<String> told = new ArrayList<>();

        public Thing(int number, long wide, double real, boolean flag, Size size) {
            told.add("made of " + List.of(number, wide, real, flag, size));
        }

        public Thing(String[] texts, List<Thing> things) {
            told.add("made of " + Arrays.toString(texts) + " and " + things);
        }

        private Thing(String text) {
            told.add("made of " + text);
        }

        /** Creates a thing; a factory method for Flux. */
        public static Thing make(String text) {
            return new Thing(text);
        }

        public void setLimit(float limit) {
            told.add("limit " + limit);
        }

        public void setOther(Thing other) {
            told.add("other " + other);
        }

        /** Records its arguments; a configuration method for Flux. */
        public void add(String text, Thing thing) {
            told.add(text + " " + thing);
        }

        /** Records its arguments; a configuration method with variable arguments. */
        public void addAll(Integer... numbers) {
            told.add(Arrays.toString(numbers));
        }

        @Override
        public String toString() {
            return "(" + open + " " + told + ")";
        }
    }

    /**
     * Returns a bolt that notes its things, and the values of some keys in its task's
     * configuration.
     */
    public static ProbeBolt telling(List<Thing> things, List<String> keys) {
        ArrayList<Thing> given = new ArrayList<>(things);
        ArrayList<String> asked = new ArrayList<>(keys);
        return ProbeBolt.doing((task, tuple) -> {})
                .onPrepare(
                        task -> {
                            for (Thing thing : given) {
                                task.note("things", thing.toString());
                            }
                            for (String key : asked) {
                                task.note("conf " + key, String.valueOf(task.conf().get(key)));
                            }
                            String id = task.context().getThisComponentId();
                            task.note("tasks", id + " " + task.context().getComponentTasks(id));
                        });
    }

    /**
     * Returns a spout that emits numbers on the default stream and, directly to tasks of {@code
     * direct}, on another stream.
     */
    public static ProbeSpout numbers(int count) {
        return ProbeSpout.doing(
                        task -> {
                            int step = task.nextStep();
                            if (step < count) {
                                List<Integer> tasks = task.context().getComponentTasks("direct");
                                task.collector().emit(new Values(step % 5, step));
                                task.collector()
                                        .emitDirect(
                                                tasks.get(step % tasks.size()),
                                                "chosen",
                                                new Values(step));
                            }
                        })
                .declares("default", "key", "number")
                .declaresDirect("chosen", "number");
    }

    /**
     * Returns a spout that emits words one after the other in the form that scripts of bolts
     * expect.
     */
    public static ProbeSpout calls(List<String> whats) {
        ArrayList<Values> rows = new ArrayList<>();
        for (int i = 0; i < whats.size(); i++) {
            rows.add(new Values(whats.get(i), i));
        }
        return ProbeSpout.rows(rows, "what", "value");
    }

    /** A source of topologies for Flux. */
    public static final class Source {
        private final int numbers;

        public Source(int numbers) {
            this.numbers = numbers;
        }

        /** Returns the topology; called by Flux with the definition's configuration. */
        public StormTopology topology(Map<String, Object> conf) {
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("source", ProbeSpout.numbers(numbers));
            int parallelism = ((Number) conf.get("my.parallelism")).intValue();
            builder.setBolt("sink", ProbeBolt.recording(), parallelism).allGrouping("source");
            return builder.createTopology();
        }
    }

    /** Notes its worker's start. */
    public static final class Hook extends BaseWorkerHook {
        private static final long serialVersionUID = 1;

        private final String text;

        public Hook(String text) {
            this.text = text;
        }

        @Override
        public void start(Map<String, Object> conf, WorkerUserContext context) {
            Probe.of(conf).note("hook", text);
        }
    }
}
