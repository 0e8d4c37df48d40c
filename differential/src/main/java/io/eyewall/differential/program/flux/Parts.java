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

/** What the definitions of these programs name: public, as Flux makes them by reflection. */
public final class Parts {
    private Parts() {}

    /** A choice, given as text. */
    public enum Size {
        SMALL,
        LARGE
    }

    /** An object made and configured in every way that Flux knows; tells what it was given. */
    public static final class Thing implements Serializable {
        private static final long serialVersionUID = 1;

        /** Set directly: it has no setter. */
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

        /** A factory method. */
        public static Thing make(String text) {
            return new Thing(text);
        }

        public void setLimit(float limit) {
            told.add("limit " + limit);
        }

        public void setOther(Thing other) {
            told.add("other " + other);
        }

        /** A configuration method. */
        public void add(String text, Thing thing) {
            told.add(text + " " + thing);
        }

        /** Another. */
        public void addAll(Integer... numbers) {
            told.add(Arrays.toString(numbers));
        }

        @Override
        public String toString() {
            return "(" + open + " " + told + ")";
        }
    }

    /** Notes the things that it was given, and what its task's configuration says of some keys. */
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

    /** Numbers on the default stream and, to chosen tasks of {@code direct}, on another. */
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

    /** Words one after the other, as scripts of bolts want them. */
    public static ProbeSpout calls(List<String> whats) {
        ArrayList<Values> rows = new ArrayList<>();
        for (int i = 0; i < whats.size(); i++) {
            rows.add(new Values(whats.get(i), i));
        }
        return ProbeSpout.rows(rows, "what", "value");
    }

    /** A source of topologies. */
    public static final class Source {
        private final int numbers;

        public Source(int numbers) {
            this.numbers = numbers;
        }

        /** Called by Flux with the definition's configuration. */
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
