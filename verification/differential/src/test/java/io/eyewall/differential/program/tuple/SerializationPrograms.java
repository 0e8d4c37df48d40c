package io.eyewall.differential.program.tuple;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Attempt;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.storm.Config;
import org.apache.storm.serialization.DefaultKryoFactory;
import org.apache.storm.serialization.IKryoDecorator;
import org.apache.storm.serialization.KryoTupleDeserializer;
import org.apache.storm.serialization.KryoTupleSerializer;
import org.apache.storm.serialization.KryoValuesDeserializer;
import org.apache.storm.serialization.KryoValuesSerializer;
import org.apache.storm.serialization.SerializationFactory;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;

/** Programs about the calls that Kryo and Java serialization receive, and their callers. */
public final class SerializationPrograms {
    private SerializationPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "kryo-decorator",
                        "A decorator registers classes that nothing else registers.",
                        "serialization/IKryoDecorator.java",
                        SerializationPrograms::decorator),
                Program.of(
                        "kryo-factory",
                        "A factory makes every Kryo, and is called in a fixed order.",
                        "serialization/IKryoFactory.java",
                        SerializationPrograms::factory),
                Program.of(
                        "kryo-configuration",
                        "Kryo factories and serializers get configurations of the same classes.",
                        "serialization/SerializationFactory.java",
                        SerializationPrograms::configuration),
                Program.of(
                                "java-class-loader",
                                "Components are read with the class loader that a test has set.",
                                "utils/Utils.java",
                                SerializationPrograms::classLoader)
                        .onOwnCluster(),
                Program.of(
                        "kryo-registrations-missing",
                        "In local mode, registrations of classes that do not exist are skipped.",
                        "serialization/SerializationFactory.java",
                        SerializationPrograms::missing),
                Program.of(
                        "java-serialization-fallback",
                        "Unregistered classes are written by Java, if they can be.",
                        "serialization/SerializationFactory.java",
                        SerializationPrograms::fallback),
                Program.of(
                        "kryo-tuple-round-trip",
                        "Storm's own serializer writes a received tuple and reads it back.",
                        "serialization/KryoTupleSerializer.java",
                        SerializationPrograms::tupleRoundTrip),
                Program.of(
                        "kryo-values-round-trip",
                        "Values of all usual types survive Storm's values serializer.",
                        "serialization/KryoValuesSerializer.java",
                        SerializationPrograms::valuesRoundTrip),
                Program.of(
                        "kryo-registration-order",
                        "Registered classes get ids by their sorted names.",
                        "serialization/SerializationFactory.java",
                        SerializationPrograms::order));
    }

    /** Registers {@link TuplePrograms.Plain}; named by class in configurations. */
    public static final class PlainDecorator implements IKryoDecorator {
        @Override
        public void decorate(Kryo kryo) {
            kryo.register(TuplePrograms.Plain.class, new PlainSerializer());
        }
    }

    /** Sets a mark on every Kryo, and notes nothing; named by class in configurations. */
    public static final class MarkingFactory extends DefaultKryoFactory {
        private static final String CALLS = "calls";

        @Override
        @SuppressWarnings("unchecked")
        public Kryo getKryo(Map<String, Object> conf) {
            Kryo kryo = super.getKryo(conf);
            kryo.getContext().put(CALLS, new ArrayList<>(List.of("getKryo")));
            return kryo;
        }

        @Override
        public void preRegister(Kryo kryo, Map<String, Object> conf) {
            super.preRegister(kryo, conf);
            calls(kryo).add("preRegister");
        }

        @Override
        public void postRegister(Kryo kryo, Map<String, Object> conf) {
            super.postRegister(kryo, conf);
            calls(kryo).add("postRegister");
        }

        @Override
        public void postDecorate(Kryo kryo, Map<String, Object> conf) {
            super.postDecorate(kryo, conf);
            calls(kryo).add("postDecorate");
        }

        @SuppressWarnings("unchecked")
        static List<String> calls(Kryo kryo) {
            return (List<String>) kryo.getContext().get(CALLS);
        }
    }

    /** Notes the classes of the configuration; named by class in configurations. */
    public static final class NotingFactory extends DefaultKryoFactory {
        private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();

        @Override
        public Kryo getKryo(Map<String, Object> conf) {
            note("factory", conf);
            return super.getKryo(conf);
        }

        static void note(String who, Map<String, Object> conf) {
            SEEN.add(who + ": " + classes(conf));
            SEEN.add(who + ", registrations: " + classes(conf.get(Config.TOPOLOGY_KRYO_REGISTER)));
            SEEN.add(who + ", decorators: " + classes(conf.get(Config.TOPOLOGY_KRYO_DECORATORS)));
            SEEN.add(who + ", own: " + classes(conf.get("own.map")));
        }

        /** Returns the class of an object, and of the first element of a list. */
        private static String classes(Object object) {
            if (object == null) {
                return "none";
            }
            String name = object.getClass().getName();
            return object instanceof List<?> list && !list.isEmpty()
                    ? name + " of " + classes(list.get(0))
                    : name;
        }
    }

    /** Notes the classes of the configuration; named by class in configurations. */
    public static final class NotingSerializer extends Serializer<Point> {
        /** Creates the serializer with the arguments that Kryo's factories pass. */
        public NotingSerializer(Kryo kryo, Map<String, Object> conf) {
            NotingFactory.note("serializer", conf);
        }

        @Override
        public void write(Kryo kryo, Output output, Point point) {
            output.writeInt(point.x);
        }

        @Override
        public Point read(Kryo kryo, Input input, Class<? extends Point> type) {
            return new Point(input.readInt());
        }
    }

    /** Registers a class for itself, and creates a Kryo with its configuration. */
    private static final class RegisteringBolt extends BaseRichBolt {
        private static final long serialVersionUID = 1;

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return Map.of(
                    Config.TOPOLOGY_KRYO_REGISTER,
                    List.of(Map.of(Point.class.getName(), NotingSerializer.class.getName())),
                    "own.map",
                    Map.of("a", List.of(1)));
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            NotingFactory.note("bolt", conf);
            NotingFactory.note("context", context.getConf());
            SerializationFactory.getKryo(conf);
        }

        @Override
        public void execute(Tuple tuple) {
            NotingFactory.SEEN.add("received");
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    private static void configuration(Stage stage) throws Exception {
        NotingFactory.SEEN.clear();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        builder.setBolt("sink", new RegisteringBolt()).shuffleGrouping("source");
        Config conf = checking(stage, true);
        conf.setKryoFactory(NotingFactory.class);
        conf.registerDecorator(PlainDecorator.class);
        conf.registerSerialization(TuplePrograms.Plain.class, PlainSerializer.class);
        conf.put("own.map", Map.of("a", Map.of("b", 1)));
        stage.submit(builder, conf);
        stage.awaitTrue("received", () -> NotingFactory.SEEN.contains("received"));
        stage.fact("classes", List.copyOf(new TreeSet<>(NotingFactory.SEEN)));
    }

    /** Defines one class anew, and delegates all other classes to its parent. */
    private static final class AnewLoader extends ClassLoader {
        private final String name;

        AnewLoader(Class<?> anew) {
            super(anew.getClassLoader());
            this.name = anew.getName();
        }

        @Override
        protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
            if (!wanted.equals(name)) {
                return super.loadClass(wanted, resolve);
            }
            Class<?> loaded = findLoadedClass(wanted);
            if (loaded != null) {
                return loaded;
            }
            String file = wanted.replace('.', '/') + ".class";
            try (InputStream in = getResourceAsStream(file)) {
                byte[] bytes = in.readAllBytes();
                return defineClass(wanted, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(wanted, e);
            }
        }
    }

    /** Reports the class loader that loaded its class. */
    public static final class LoadedBy implements Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            // Compares names, because this class may not be visible to the other loader.
            String loader = LoadedBy.class.getClassLoader().getClass().getName();
            return loader.endsWith("$AnewLoader") ? "set" : "other";
        }
    }

    private static void classLoader(Stage stage) throws Exception {
        Utils.setClassLoaderForJavaDeSerialize(new AnewLoader(LoadedBy.class));
        try {
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("source", ProbeSpout.numbers(1));
            Object held = new LoadedBy();
            ProbeBolt bolt =
                    ProbeBolt.doing((task, tuple) -> task.note("loaded by", held.toString()));
            builder.setBolt("sink", bolt).shuffleGrouping("source");
            stage.submit(builder);
            stage.await("loaded by", 1);
            stage.fact("loaded by", stage.probe().notes("loaded by"));
        } finally {
            Utils.resetClassLoaderForJavaDeSerialize();
        }
    }

    /** Serializable by Java; not registered with Kryo. */
    static final class Point implements Serializable {
        private static final long serialVersionUID = 1;
        private final int x;

        Point(int x) {
            this.x = x;
        }

        @Override
        public String toString() {
            return "Point(" + x + ")";
        }
    }

    /** Returns a spout that tries to emit each value once, and notes the outcome. */
    private static ProbeSpout trying(List<Object> values) {
        return ProbeSpout.doing(
                task -> {
                    int step = task.nextStep();
                    if (step < values.size()) {
                        Object value = values.get(step);
                        String outcome = Attempt.at(() -> task.collector().emit(new Values(value)));
                        task.note("emit", outcome.lines().findFirst().orElseThrow());
                    }
                });
    }

    private static Config checking(Stage stage, boolean javaToo) {
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_TESTING_ALWAYS_TRY_SERIALIZE, true);
        conf.setFallBackOnJavaSerialization(javaToo);
        return conf;
    }

    private static void decorator(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            if (task.nextStep() == 0) {
                                task.collector().emit(new Values(new TuplePrograms.Plain(3)));
                            }
                        });
        builder.setSpout("source", spout);
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note(
                                    "decorators", task.conf().get(Config.TOPOLOGY_KRYO_DECORATORS));
                            task.note("received", tuple.getValue(0).toString());
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        Config conf = checking(stage, false);
        conf.registerDecorator(PlainDecorator.class);
        stage.submit(builder, conf);
        stage.await("received", 1);
        stage.fact("received", stage.probe().notes("received"));
        stage.fact("decorators", stage.probe().notes("decorators"));
    }

    private static void factory(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            Kryo kryo = SerializationFactory.getKryo(task.conf());
                            task.note("calls", MarkingFactory.calls(kryo));
                            task.note("received", tuple.getValue(0));
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        Config conf = checking(stage, true);
        conf.setKryoFactory(MarkingFactory.class);
        conf.registerDecorator(PlainDecorator.class);
        stage.submit(builder, conf);
        stage.await("received", 1);
        stage.fact("calls", stage.probe().notes("calls"));
    }

    private static void missing(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", trying(List.of("text")));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note(
                                    "skip",
                                    task.conf()
                                            .get(Config.TOPOLOGY_SKIP_MISSING_KRYO_REGISTRATIONS));
                            task.received(tuple);
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        Config conf = checking(stage, false);
        conf.put(Config.TOPOLOGY_KRYO_REGISTER, List.of("no.such.Type", "java.util.TreeMap"));
        conf.put(Config.TOPOLOGY_KRYO_DECORATORS, List.of("no.such.Decorator"));
        stage.submit(builder, conf);
        stage.await("received", 1);
        stage.fact("emit", stage.probe().notes("emit"));
        stage.fact("skip", stage.probe().notes("skip"));
    }

    private static void fallback(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            int step = task.nextStep();
                            if (step == 0) {
                                task.collector().emit(new Values(new Point(4)));
                            } else if (step == 1) {
                                String outcome =
                                        Attempt.at(
                                                () ->
                                                        task.collector()
                                                                .emit(
                                                                        new Values(
                                                                                new TuplePrograms
                                                                                        .Plain(
                                                                                        5))));
                                task.note("plain", outcome.lines().findFirst().orElseThrow());
                                task.collector().emit(new Values("end"));
                            }
                        });
        builder.setSpout("source", spout);
        ProbeBolt bolt =
                ProbeBolt.doing((task, tuple) -> task.note("received", "" + tuple.getValue(0)));
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        stage.submit(builder, checking(stage, true));
        stage.await("received", 2);
        stage.fact("plain", stage.probe().notes("plain"));
        stage.fact("received", stage.probe().notes("received"));
    }

    private static void tupleRoundTrip(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    if (task.nextStep() == 0) {
                                        task.collector().emit("side", new Values("a", 1), "id");
                                        task.collector().emit("side", new Values(null, 2L));
                                    }
                                })
                        .declares("side", "s", "n");
        builder.setSpout("source", spout, 2);
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            byte[] bytes =
                                    new KryoTupleSerializer(task.conf(), tuple.getContext())
                                            .serialize(tuple);
                            Tuple copy =
                                    new KryoTupleDeserializer(task.conf(), tuple.getContext())
                                            .deserialize(bytes);
                            String from = copy.getSourceComponent() + ":" + copy.getSourceTask();
                            task.note(from, copy.getValues());
                            task.note(from, copy.getSourceStreamId() + " " + copy.getFields());
                            task.note(from, copy.getMessageId().getAnchors().size());
                            task.note(
                                    from,
                                    copy.getMessageId()
                                            .getAnchorsToIds()
                                            .keySet()
                                            .equals(tuple.getMessageId().getAnchors()));
                            task.collector().ack(tuple);
                            task.note("received", true);
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source", "side");
        stage.submit(builder);
        stage.await("received", 4);
        stage.await("acked", 2);
        stage.fact("copies", stage.probe().notesUnder("source"));
    }

    private static void valuesRoundTrip(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            List<Object> values =
                                    new Values(
                                            1,
                                            2L,
                                            (short) 3,
                                            (byte) 4,
                                            5.5f,
                                            6.5,
                                            true,
                                            "text",
                                            new byte[] {7, 8},
                                            new ArrayList<>(List.of("a")),
                                            new HashMap<>(Map.of("k", 9)),
                                            new HashSet<>(List.of(10)),
                                            null);
                            byte[] bytes = new KryoValuesSerializer(task.conf()).serialize(values);
                            List<Object> read =
                                    new KryoValuesDeserializer(task.conf()).deserialize(bytes);
                            task.note("bytes", bytes);
                            task.note("read", read);
                            List<String> types = new ArrayList<>();
                            read.forEach(
                                    each ->
                                            types.add(
                                                    each == null
                                                            ? "null"
                                                            : each.getClass().getSimpleName()));
                            task.note("types", types);
                            task.note("received", tuple.getValue(0));
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("received", 1);
        stage.fact("bytes", stage.probe().notes("bytes"));
        stage.fact("read", stage.probe().notes("read"));
        stage.fact("types", stage.probe().notes("types"));
    }

    private static void order(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            Kryo kryo = SerializationFactory.getKryo(task.conf());
                            Map<String, Object> ids = new TreeMap<>();
                            for (Class<?> type :
                                    List.of(
                                            Point.class,
                                            TuplePrograms.Plain.class,
                                            TreeMap.class,
                                            ArrayList.class)) {
                                ids.put(
                                        type.getSimpleName(),
                                        kryo.getRegistration(type).getId()
                                                + " "
                                                + kryo.getRegistration(type)
                                                        .getSerializer()
                                                        .getClass()
                                                        .getSimpleName());
                            }
                            task.note("ids", ids);
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.registerSerialization(TreeMap.class);
        conf.registerSerialization(TuplePrograms.Plain.class, PlainSerializer.class);
        conf.registerSerialization(Point.class);
        stage.submit(builder, conf);
        stage.await("ids", 1);
        stage.fact("ids", stage.probe().notes("ids"));
    }
}
