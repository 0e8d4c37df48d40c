package io.eyewall.differential.program.tuple;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Attempt;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.TupleImpl;
import org.apache.storm.tuple.Values;

/** Programs about a receiver's use of tuples, and about the checks of an emit. */
public final class TuplePrograms {
    private TuplePrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "unknown-stream",
                        "Emitting on a stream that was not declared throws.",
                        "daemon/Task.java",
                        TuplePrograms::unknownStream),
                Program.of(
                        "wrong-number-of-values",
                        "In local mode an emit with too many or too few values throws.",
                        "tuple/TupleImpl.java",
                        TuplePrograms::wrongNumber),
                Program.of(
                        "values-are-immutable",
                        "In local mode the list of a tuple's values cannot be changed.",
                        "tuple/TupleImpl.java",
                        TuplePrograms::immutable),
                Program.of(
                        "values-by-name",
                        "Fields are found by name and position; what is missing throws.",
                        "tuple/TupleImpl.java",
                        TuplePrograms::byName),
                Program.of(
                        "tuple-source",
                        "A tuple knows the component, task and stream that it came from.",
                        "tuple/TupleImpl.java",
                        TuplePrograms::source),
                Program.of(
                                "tuple-text",
                                "A tuple prints its source, stream, message id and values.",
                                "tuple/TupleImpl.java",
                                TuplePrograms::text)
                        .differs(
                                "texts",
                                "A tuple that has been acked or failed no longer knows its message:"
                                        + " its message id is that of an untracked tuple, so that a"
                                        + " second ack does nothing."),
                Program.of(
                                "tuple-class",
                                "A bolt casts what it is given to TupleImpl.",
                                "tuple/TupleImpl.java",
                                TuplePrograms::implementation)
                        .differs(
                                "cast",
                                "A bolt is given another class that implements Tuple: a cast to"
                                        + " TupleImpl fails; new TupleImpl(tuple) makes one that can"
                                        + " be acked, failed and anchored to in its place."),
                Program.of(
                        "null-values",
                        "A tuple may hold nulls.",
                        "tuple/TupleImpl.java",
                        TuplePrograms::nulls),
                Program.of(
                        "values-by-reference",
                        "Within a worker, receivers get the very objects that were emitted.",
                        "executor/ExecutorTransfer.java",
                        TuplePrograms::byReference),
                Program.of(
                        "always-try-serialize",
                        "With testing.always.try.serialize, what Kryo cannot write fails the emit.",
                        "daemon/worker/WorkerState.java",
                        TuplePrograms::alwaysSerialize),
                Program.of(
                        "always-try-serialize-registered",
                        "A registered class passes that check and still travels by reference.",
                        "serialization/SerializationFactory.java",
                        TuplePrograms::registered));
    }

    /** Not serializable by Java and not registered with Kryo. */
    static final class Plain {
        final int number;

        Plain(int number) {
            this.number = number;
        }

        @Override
        public String toString() {
            return "Plain(" + number + ")";
        }
    }

    private static void unknownStream(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            if (task.nextStep() == 0) {
                                task.note(
                                        "spout",
                                        Attempt.at(
                                                () ->
                                                        task.collector()
                                                                .emit("nowhere", new Values(1))));
                                task.collector().emit(new Values(1));
                            }
                        });
        builder.setSpout("source", spout);
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note(
                                    "bolt",
                                    Attempt.at(
                                            () -> task.collector().emit("nowhere", new Values(1))));
                            task.note(
                                    "bolt",
                                    Attempt.at(
                                            () -> task.collector().emit(new Values("no stream"))));
                            task.note("received", true);
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("received", 1);
        stage.fact("spout", stage.probe().notes("spout"));
        stage.fact("bolt", stage.probe().notes("bolt"));
    }

    private static void wrongNumber(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    if (task.nextStep() == 0) {
                                        task.note(
                                                "tooMany",
                                                Attempt.at(
                                                        () ->
                                                                task.collector()
                                                                        .emit(
                                                                                new Values(
                                                                                        1, 2, 3))));
                                        task.note(
                                                "tooFew",
                                                Attempt.at(
                                                        () ->
                                                                task.collector()
                                                                        .emit(new Values(1))));
                                        task.note(
                                                "nobodySubscribes",
                                                Attempt.at(
                                                        () ->
                                                                task.collector()
                                                                        .emit(
                                                                                "unheard",
                                                                                new Values(1))));
                                        task.collector().emit(new Values(1, 2));
                                    }
                                })
                        .declares("default", "a", "b")
                        .declares("unheard", "a", "b");
        builder.setSpout("source", spout);
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("received", 1);
        stage.fact("tooMany", stage.probe().notes("tooMany"));
        stage.fact("tooFew", stage.probe().notes("tooFew"));
        stage.fact("nobodySubscribes", stage.probe().notes("nobodySubscribes"));
        stage.fact("received", stage.probe().notes("received"));
    }

    private static void immutable(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.rows(List.of(new Values("a", "b")), "x", "y"));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            List<Object> values = tuple.getValues();
                            task.note("attempt", "add " + Attempt.at(() -> values.add("c")));
                            task.note("attempt", "set " + Attempt.at(() -> values.set(0, "c")));
                            task.note("attempt", "clear " + Attempt.at(values::clear));
                            task.note("after", new ArrayList<>(tuple.getValues()));
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("after", 1);
        stage.fact("attempts", stage.probe().notes("attempt"));
        stage.fact("after", stage.probe().notes("after"));
    }

    private static void byName(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        Values row =
                new Values("text", 1, 2L, true, 2.5, 1.5f, (short) 3, (byte) 4, new byte[] {5});
        String[] fields = {"s", "i", "l", "b", "d", "f", "sh", "by", "bin"};
        builder.setSpout("source", ProbeSpout.rows(List.of(row), fields));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, t) -> {
                            task.note("value", t.getStringByField("s") + t.getString(0));
                            task.note("value", t.getIntegerByField("i") + t.getInteger(1));
                            task.note("value", t.getLongByField("l") + t.getLong(2));
                            task.note("value", t.getBooleanByField("b") && t.getBoolean(3));
                            task.note("value", t.getDoubleByField("d") + t.getDouble(4));
                            task.note("value", t.getFloatByField("f") + t.getFloat(5));
                            task.note("value", t.getShortByField("sh") + t.getShort(6));
                            task.note("value", t.getByteByField("by") + t.getByte(7));
                            task.note("value", t.getBinaryByField("bin") == t.getBinary(8));
                            task.note("value", t.getValueByField("s"));
                            task.note("shape", t.size() + " " + t.getFields().toList());
                            task.note("shape", t.fieldIndex("d") + " " + t.contains("no"));
                            task.note("shape", t.select(new Fields("l", "s")));
                            task.note("bad", Attempt.atValue(() -> t.getValueByField("no")));
                            task.note("bad", Attempt.atValue(() -> t.fieldIndex("no")));
                            task.note(
                                    "bad", Attempt.atValue(() -> t.select(new Fields("s", "no"))));
                            task.note(
                                    "badType", Attempt.atValue(() -> t.getString(1)).split(":")[0]);
                            task.note(
                                    "badType", Attempt.atValue(() -> t.getValue(99)).split(":")[0]);
                            task.note("received", true);
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("received", 1);
        for (String series : List.of("value", "shape", "bad", "badType")) {
            stage.fact(series, stage.probe().notes(series));
        }
    }

    private static void source(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    if (task.nextStep() == 0) {
                                        task.collector().emit("side", new Values("s"), "id");
                                    }
                                })
                        .declares("side", "v");
        builder.setSpout("source", spout, 2);
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, t) -> {
                            String from = t.getSourceComponent() + ":" + t.getSourceTask();
                            task.note(from, t.getSourceStreamId());
                            task.note(from, t.getSourceGlobalStreamId().toString());
                            task.note(from, t.getContext().getComponentId(t.getSourceTask()));
                            task.note(from, t.getMessageId().getAnchors().size());
                            task.note(from, t.getMessageId().getAnchorsToIds().size());
                            task.note(
                                    from,
                                    t.equals(new TupleImpl(t))
                                            + " "
                                            + t.getValues().equals(List.of("s")));
                            task.collector().ack(t);
                            task.note("received", true);
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source", "side");
        stage.submit(builder);
        stage.await("received", 2);
        stage.fact("perTuple", stage.probe().notesUnder("source"));
    }

    private static void text(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    int step = task.nextStep();
                                    if (step == 0) {
                                        task.collector().emit(new Values("w", 1));
                                    } else if (step == 1) {
                                        task.collector().emit(new Values("w", 2), "id");
                                    }
                                })
                        .declares("default", "word", "n");
        builder.setSpout("source", spout);
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.collector().ack(tuple);
                            task.note("text", withoutChance(tuple.toString()));
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_STATS_SAMPLE_RATE, 0.000001);
        stage.submit(builder, conf);
        stage.await("text", 2);
        stage.fact("texts", stage.probe().notes("text"));
    }

    private static void implementation(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            if (task.nextStep() == 0) {
                                task.collector().emit(new Values(1));
                            }
                        });
        builder.setSpout("source", spout);
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note("cast", TupleImpl.class.isInstance(tuple));
                            task.note("copy", new TupleImpl(tuple).getValue(0));
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("copy", 1);
        stage.fact("cast", stage.probe().notes("cast"));
        stage.fact("copy", stage.probe().notes("copy"));
    }

    /** Replaces random ids and sampled times. */
    private static String withoutChance(String text) {
        return text.replaceAll("-?\\d{6,}", "#").replaceAll("(\\(sampled\\)): \\S+", "$1: ?");
    }

    private static void nulls(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    if (task.nextStep() == 0) {
                                        task.collector().emit(Arrays.asList(null, "x", null), "id");
                                    }
                                })
                        .declares("default", "a", "b", "c");
        builder.setSpout("source", spout);
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note("received", new ArrayList<>(tuple.getValues()));
                            task.note("isNull", tuple.getStringByField("a") == null);
                            task.collector().ack(tuple);
                        });
        builder.setBolt("sink", bolt, 2).fieldsGrouping("source", new Fields("a", "c"));
        stage.submit(builder);
        stage.await("acked", 1);
        stage.fact("received", stage.probe().notes("received"));
        stage.fact("isNull", stage.probe().notes("isNull"));
    }

    private static void byReference(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            if (task.nextStep() == 0) {
                                Plain plain = new Plain(7);
                                task.probe().share("plain", plain);
                                task.collector().emit(new Values(plain), plain);
                            }
                        });
        builder.setSpout(
                "source",
                spout.onAck((task, id) -> task.note("sameId", id == task.probe().shared("plain"))));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            boolean same = tuple.getValue(0) == task.probe().shared("plain");
                            task.note("sameValue", same);
                            task.collector().ack(tuple);
                        });
        builder.setBolt("sink", bolt, 2).allGrouping("source");
        stage.submit(builder);
        stage.await("sameId", 1);
        stage.fact("sameValue", stage.probe().notes("sameValue"));
        stage.fact("sameMessageId", stage.probe().notes("sameId"));
    }

    private static void alwaysSerialize(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            if (task.nextStep() == 0) {
                                String outcome =
                                        Attempt.at(
                                                () ->
                                                        task.collector()
                                                                .emit(new Values(new Plain(1))));
                                // Kryo lists the enclosing classes on further lines.
                                task.note("emit", outcome.lines().findFirst().orElseThrow());
                                task.collector().emit(new Values("fine"));
                            }
                        });
        builder.setSpout("source", spout);
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_TESTING_ALWAYS_TRY_SERIALIZE, true);
        conf.setFallBackOnJavaSerialization(false);
        stage.submit(builder, conf);
        stage.await("received", 1);
        stage.fact("emit", stage.probe().notes("emit"));
        stage.fact("received", stage.probe().notes("received"));
    }

    private static void registered(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            if (task.nextStep() == 0) {
                                Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
                                Plain plain = new Plain(9);
                                task.probe().share("plain", plain);
                                task.note(
                                        "emit",
                                        Attempt.at(() -> task.collector().emit(new Values(plain))));
                                task.note(
                                        "emit",
                                        Attempt.at(() -> task.collector().emit(new Values(map))));
                            }
                        });
        builder.setSpout("source", spout);
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            boolean same = tuple.getValue(0) == task.probe().shared("plain");
                            task.note("received", tuple.getValue(0) + " same " + same);
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_TESTING_ALWAYS_TRY_SERIALIZE, true);
        conf.setFallBackOnJavaSerialization(false);
        conf.registerSerialization(Plain.class, PlainSerializer.class);
        stage.submit(builder, conf);
        stage.await("received", 2);
        stage.fact("emit", stage.probe().notes("emit"));
        stage.fact("received", stage.probe().notes("received"));
    }
}
