package io.eyewall.differential.program.task;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Attempt;
import io.eyewall.differential.stage.BoltTask;
import io.eyewall.differential.stage.Probe;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.storm.Config;
import org.apache.storm.Constants;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.spout.MultiScheme;
import org.apache.storm.spout.RawMultiScheme;
import org.apache.storm.spout.RawScheme;
import org.apache.storm.spout.Scheme;
import org.apache.storm.spout.SchemeAsMultiScheme;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseTickTupleAwareRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.ConfigUtils;
import org.apache.storm.utils.InprocMessaging;
import org.apache.storm.utils.KeyedRoundRobinQueue;
import org.apache.storm.utils.ListDelegate;
import org.apache.storm.utils.MutableInt;
import org.apache.storm.utils.MutableLong;
import org.apache.storm.utils.MutableObject;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.ReflectionUtils;
import org.apache.storm.utils.RegisteredGlobalState;
import org.apache.storm.utils.RotatingMap;
import org.apache.storm.utils.ServiceRegistry;
import org.apache.storm.utils.SimpleVersion;
import org.apache.storm.utils.ThriftTopologyUtils;
import org.apache.storm.utils.Time;
import org.apache.storm.utils.TupleUtils;
import org.apache.storm.utils.Utils;
import org.apache.storm.utils.WindowedTimeThrottler;

/**
 * Programs about the helpers of storm-client that spouts and bolts call within a running topology.
 */
public final class ToolPrograms {
    private ToolPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "tick-aware-bolt",
                        "A tick-aware bolt tells ticks from tuples.",
                        "topology/base/BaseTickTupleAwareRichBolt.java",
                        ToolPrograms::tickAware),
                Program.of(
                        "tools-for-tuples",
                        "TupleUtils knows ticks and the task of a key.",
                        "utils/TupleUtils.java",
                        ToolPrograms::tupleTools),
                Program.of(
                        "rotating-map-on-ticks",
                        "A map that is rotated by ticks forgets after so many of them.",
                        "utils/RotatingMap.java",
                        ToolPrograms::rotatingMap),
                Program.of(
                        "time-inside-of-bolts",
                        "Storm's time is the clock's, and is not simulated.",
                        "utils/Time.java",
                        ToolPrograms::time),
                Program.of(
                        "utils-inside-of-bolts",
                        "Utils serializes, deserializes, compresses, joins and compares.",
                        "utils/Utils.java",
                        stage -> inBolt(stage, ToolPrograms::utils)),
                Program.of(
                        "containers-of-storm",
                        "Storm's mutable boxes, queues and delegates.",
                        "utils/KeyedRoundRobinQueue.java",
                        stage -> inBolt(stage, ToolPrograms::containers)),
                Program.of(
                        "readers-of-configuration",
                        "ObjectReader and ConfigUtils read a task's configuration.",
                        "utils/ObjectReader.java",
                        stage -> inBolt(stage, ToolPrograms::readers)),
                Program.of(
                        "registries-across-tasks",
                        "Objects registered by one task are found by another.",
                        "utils/ServiceRegistry.java",
                        ToolPrograms::registries),
                Program.of(
                        "schemes-in-a-spout",
                        "Schemes turn bytes into tuples and name their fields.",
                        "spout/SchemeAsMultiScheme.java",
                        ToolPrograms::schemes),
                Program.of(
                        "constants-of-the-system",
                        "The names of system components and streams.",
                        "Constants.java",
                        stage -> inBolt(stage, ToolPrograms::constants)));
    }

    /** Calls a helper and notes its results; called by a bolt's task. */
    private interface Tool extends Serializable {
        void use(BoltTask task) throws Exception;
    }

    /** Runs a tool in a bolt and records each series that it notes under {@code tool} as a fact. */
    private static void inBolt(Stage stage, Tool tool) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            tool.use(task);
                            task.note("done", true);
                        });
        builder.setBolt("user", bolt).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("done", 1);
        stage.probe().notesUnder("tool ").forEach(stage::fact);
    }

    /** Notes which of its methods received which tuple. */
    static final class TickAware extends BaseTickTupleAwareRichBolt {
        private static final long serialVersionUID = 1;

        private transient Probe probe;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            probe = Probe.of(conf);
        }

        @Override
        protected void onTickTuple(Tuple tuple) {
            probe.note("tick", tuple.getSourceComponent() + " " + tuple.getSourceStreamId());
        }

        @Override
        protected void process(Tuple tuple) {
            probe.note("tuple", tuple.getValue(0));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return TupleUtils.putTickFrequencyIntoComponentConfig(new HashMap<>(), 1);
        }
    }

    private static void tickAware(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(3));
        builder.setBolt("aware", new TickAware()).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("tuple", 3);
        stage.await("tick", 2);
        stage.fact("tuples", stage.probe().notes("tuple"));
        stage.fact("ticks", new TreeSet<>(stage.probe().notes("tick")));
    }

    private static void tupleTools(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(6));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note("isTick " + TupleUtils.isTick(tuple), true);
                            if (!TupleUtils.isTick(tuple)) {
                                int index =
                                        TupleUtils.chooseTaskIndex(
                                                tuple.select(new Fields("value")), 3);
                                task.note("asChosen", index == task.context().getThisTaskIndex());
                            }
                        });
        builder.setBolt("sink", bolt, 3)
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1)
                .fieldsGrouping("source", new Fields("value"));
        stage.submit(builder);
        stage.await("asChosen", 6);
        stage.await("isTick true", 3);
        stage.fact("asChosen", stage.probe().notes("asChosen"));
        stage.fact("tuples", stage.probe().count("isTick false"));
        stage.fact(
                "indexes",
                List.of(
                        TupleUtils.chooseTaskIndex(List.of("a"), 7),
                        TupleUtils.chooseTaskIndex(Arrays.asList(null, 1L), 7),
                        TupleUtils.chooseTaskIndex(List.of(new int[] {1, 2}, "x"), 7)));
    }

    private static void rotatingMap(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(2));
        ProbeBolt bolt =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    @SuppressWarnings("unchecked")
                                    RotatingMap<Object, Integer> map =
                                            (RotatingMap<Object, Integer>) task.memory().get("map");
                                    if (TupleUtils.isTick(tuple)) {
                                        if (map.size() == 2 || task.memory().containsKey("full")) {
                                            task.memory().put("full", true);
                                            map.rotate();
                                            task.note("size", map.size());
                                        }
                                    } else {
                                        map.put(tuple.getValue(0), 1);
                                    }
                                })
                        .onPrepare(
                                task ->
                                        task.memory()
                                                .put(
                                                        "map",
                                                        new RotatingMap<Object, Integer>(
                                                                3,
                                                                (key, value) ->
                                                                        task.note(
                                                                                "expired", key))));
        builder.setBolt("sink", bolt)
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1)
                .globalGrouping("source");
        stage.submit(builder);
        stage.await("expired", 2);
        stage.await("size", 3);
        stage.fact("sizes", stage.probe().notes("size").subList(0, 3));
        stage.fact("expired", stage.sorted("expired"));
    }

    private static void time(Stage stage) throws Exception {
        inBolt(
                stage,
                task -> {
                    long before = System.currentTimeMillis();
                    long storms = Time.currentTimeMillis();
                    long after = System.currentTimeMillis();
                    task.note("tool isClock", before <= storms && storms <= after);
                    task.note("tool simulating", Time.isSimulating());
                    long startMs = Time.currentTimeMillis();
                    Time.sleep(20);
                    task.note("tool slept", Time.deltaMs(startMs) >= 19);
                    task.note("tool units", Time.secsToMillis(3));
                    task.note("tool units", Time.secsToMillisLong(1.5));
                    task.note("tool units", Time.nanosToMillis(5_000_000L));
                    task.note("tool units", Time.millisToNanos(6));
                    task.note("tool advance", Attempt.at(() -> Time.advanceTime(1)).split(":")[0]);
                });
    }

    private static void utils(BoltTask task) {
        byte[] bytes = Utils.javaSerialize(new ArrayList<>(List.of("a", 1)));
        task.note("tool java", Utils.javaDeserialize(bytes, ArrayList.class));
        task.note(
                "tool own",
                Utils.javaDeserialize(Utils.javaSerialize(new Here(4)), Here.class).number);
        GlobalStreamId stream = Utils.getGlobalStreamId("a", null);
        task.note(
                "tool thrift",
                Utils.deserialize(Utils.serialize(stream), GlobalStreamId.class).toString());
        byte[] text = "text".repeat(50).getBytes(StandardCharsets.UTF_8);
        task.note("tool gzip", Arrays.equals(Utils.gunzip(Utils.gzip(text)), text));
        task.note("tool join", Utils.join(List.of(1, "b", 2.5), "-"));
        task.note("tool tuple", Utils.tuple("x", 1, null));
        task.note("tool get", Utils.get(Map.of("k", 5), "other", 6));
        task.note("tool json", Utils.parseJson("{\"a\": [1, {\"b\": null}]}").toString());
        task.note("tool merge", Utils.merge(Map.of("a", 1, "b", 1), Map.of("b", 2)));
        task.note("tool reverse", new HashMap<>(Utils.reverseMap(Map.of("a", 1))));
        task.note("tool divide", Utils.integerDivided(10, 4).toString());
        task.note("tool partition", Utils.partitionFixed(3, List.of(1, 2, 3, 4, 5)));
        task.note("tool system", Utils.isSystemId("__tick") + " " + Utils.isSystemId("tick"));
        task.note("tool positive", Utils.toPositive(-7));
        task.note("tool repeat", Utils.getRepeat(List.of("a", "b", "a")));
        task.note("tool or", Utils.OR(null, "b"));
        task.note("tool validConf", Utils.isValidConf(Map.of("a", List.of(1, "x"))));
        task.note(
                "tool component",
                Utils.getComponentCommon(task.context().getRawTopology(), "user")
                        .get_inputs()
                        .toString());
        task.note(
                "tool names",
                Attempt.at(() -> Utils.validateTopologyName("not/good")).split(":")[0]);
        task.note(
                "tool cause",
                Utils.exceptionCauseIsInstanceOf(
                        InterruptedException.class,
                        new RuntimeException(new InterruptedException())));
        task.note(
                "tool ids",
                new TreeSet<>(
                        ThriftTopologyUtils.getComponentIds(task.context().getRawTopology())));
    }

    /** Serializable by Java. */
    static final class Here implements Serializable {
        private static final long serialVersionUID = 1;

        private final int number;

        Here(int number) {
            this.number = number;
        }
    }

    private static void containers(BoltTask task) throws InterruptedException {
        MutableInt whole = new MutableInt(1);
        whole.increment(4);
        task.note("tool boxes", whole.get() + whole.increment());
        MutableLong big = new MutableLong(10);
        task.note("tool boxes", big.increment(5));
        MutableObject box = new MutableObject("a");
        box.setObject("b");
        task.note("tool boxes", box.getObject());
        KeyedRoundRobinQueue<String> queue = new KeyedRoundRobinQueue<>();
        for (String each : List.of("a1", "a2", "b1", "a3", "b2")) {
            queue.add(each.charAt(0), each);
        }
        for (int i = 0; i < 5; i++) {
            task.note("tool roundRobin", queue.take());
        }
        ListDelegate delegate = new ListDelegate();
        delegate.setDelegate(new ArrayList<>(List.of("x", "y")));
        delegate.add("z");
        task.note("tool delegate", delegate.subList(1, 3));
        WindowedTimeThrottler throttler = new WindowedTimeThrottler(600_000, 2);
        for (int i = 0; i < 3; i++) {
            task.note("tool throttled", throttler.isThrottled());
            throttler.markEvent();
        }
        int port = InprocMessaging.acquireNewPort();
        InprocMessaging.sendMessageNoWait(port, "hello");
        task.note("tool messages", InprocMessaging.takeMessage(port));
        task.note("tool messages", InprocMessaging.pollMessage(port));
        task.note(
                "tool versions",
                new SimpleVersion("2.8.3").compareTo(new SimpleVersion("2.10.0")) < 0);
    }

    private static void readers(BoltTask task) {
        Map<String, Object> conf = task.conf();
        task.note("tool int", ObjectReader.getInt(conf.get(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS)));
        task.note("tool int", ObjectReader.getInt(null, 8));
        task.note("tool int", Attempt.atValue(() -> ObjectReader.getInt("nine")));
        task.note("tool long", ObjectReader.getLong(7));
        task.note("tool boolean", ObjectReader.getBoolean(conf.get(Config.TOPOLOGY_DEBUG), true));
        task.note("tool text", ObjectReader.getString(conf.get(Config.TOPOLOGY_NAME)));
        task.note("tool texts", ObjectReader.getStrings(List.of("a", "b")));
        task.note("tool real", ObjectReader.getDouble(2));
        task.note("tool local", ConfigUtils.isLocalMode(conf));
        task.note("tool rate", ConfigUtils.samplingRate(conf));
        task.note(
                "tool made",
                ReflectionUtils.newInstance("java.util.ArrayList").getClass().getSimpleName());
        task.note(
                "tool made",
                Attempt.atValue(() -> ReflectionUtils.newInstance("no.such.Type")).split(":")[0]);
    }

    private static void registries(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    if (task.nextStep() == 0) {
                                        String service =
                                                ServiceRegistry.registerService(
                                                        new ArrayList<>(List.of("service")));
                                        String state =
                                                RegisteredGlobalState.registerState(
                                                        new ArrayList<>(List.of("state")));
                                        task.collector().emit(new Values(service, state));
                                    }
                                })
                        .declares("default", "service", "state");
        builder.setSpout("source", spout);
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note(
                                    "found",
                                    ServiceRegistry.getService(tuple.getStringByField("service")));
                            task.note(
                                    "found",
                                    RegisteredGlobalState.getState(
                                            tuple.getStringByField("state")));
                            ServiceRegistry.unregisterService(tuple.getStringByField("service"));
                            RegisteredGlobalState.clearState(tuple.getStringByField("state"));
                            task.note(
                                    "gone",
                                    ServiceRegistry.getService(tuple.getStringByField("service")));
                            task.note(
                                    "gone",
                                    RegisteredGlobalState.getState(
                                            tuple.getStringByField("state")));
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("gone", 2);
        stage.fact("found", stage.probe().notes("found"));
        stage.fact("gone", stage.probe().notes("gone"));
    }

    /** Splits text at spaces. */
    static final class Words implements Scheme {
        private static final long serialVersionUID = 1;

        @Override
        public List<Object> deserialize(ByteBuffer bytes) {
            return new Values(StandardCharsets.UTF_8.decode(bytes).toString().strip());
        }

        @Override
        public Fields getOutputFields() {
            return new Fields("word");
        }
    }

    private static void schemes(Stage stage) throws Exception {
        MultiScheme words = new SchemeAsMultiScheme(new Words());
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    if (task.nextStep() < 2) {
                                        ByteBuffer bytes =
                                                ByteBuffer.wrap(
                                                        " hello ".getBytes(StandardCharsets.UTF_8));
                                        for (List<Object> each : words.deserialize(bytes)) {
                                            task.collector().emit(each);
                                        }
                                    }
                                })
                        .declares(
                                "default", words.getOutputFields().toList().toArray(String[]::new));
        builder.setSpout("source", spout);
        builder.setBolt("sink", ProbeBolt.recording()).fieldsGrouping("source", new Fields("word"));
        stage.submit(builder);
        stage.await("received", 2);
        stage.fact("received", stage.probe().notes("received"));
        ByteBuffer raw = ByteBuffer.wrap(new byte[] {1, 2});
        stage.fact("raw", new RawScheme().deserialize(raw.duplicate()));
        stage.fact("rawFields", new RawMultiScheme().getOutputFields().toList());
    }

    private static void constants(BoltTask task) {
        task.note("tool task", Constants.SYSTEM_TASK_ID);
        task.note("tool component", Constants.SYSTEM_COMPONENT_ID);
        task.note("tool tick", Constants.SYSTEM_TICK_STREAM_ID);
        task.note("tool metrics", Constants.METRICS_STREAM_ID);
    }
}
