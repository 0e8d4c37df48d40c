package io.eyewall.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Applications compiled against the real Storm 0.9 and 0.10: what of its API changed until 2.x. */
final class LegacyApp {
    /** Put there by the build. */
    static final Path LIBRARIES = Path.of("target", "legacy-test");

    private static final Path EXAMPLES = Path.of("..", "examples", "src", "legacy", "java");

    private static final String IMPORTS =
            """
            package old;
            import backtype.storm.*;
            import backtype.storm.generated.*;
            import backtype.storm.grouping.*;
            import backtype.storm.hooks.*;
            import backtype.storm.metric.api.*;
            import backtype.storm.spout.*;
            import backtype.storm.task.*;
            import backtype.storm.topology.*;
            import backtype.storm.topology.base.*;
            import backtype.storm.tuple.*;
            import backtype.storm.utils.*;
            import java.util.*;
            """;

    /** Reads bytes by a scheme; made Serializable by Java. */
    private static final String SCHEME_SPOUT =
            IMPORTS
                    + """
                    public class SchemeSpout extends BaseRichSpout {
                        public static class Words implements Scheme {
                            public List<Object> deserialize(byte[] bytes) {
                                return new Values(new String(bytes));
                            }
                            public Fields getOutputFields() { return new Fields("word"); }
                        }
                        final MultiScheme scheme = new SchemeAsMultiScheme(new Words());
                        SpoutOutputCollector collector;
                        int next;
                        public void open(Map conf, TopologyContext c, SpoutOutputCollector o) {
                            collector = o;
                            System.out.println("consumer " + conf.get("topology.metrics.consumer.register"));
                            System.out.println("int " + Utils.getInt(conf.get("my.int")) + " "
                                    + Utils.getBoolean(conf.get("my.bool"), true));
                        }
                        public void nextTuple() {
                            if (next < 20) {
                                for (List<Object> tuple : scheme.deserialize(("w" + next).getBytes())) {
                                    collector.emit(tuple, next);
                                }
                                next++;
                            } else {
                                Utils.sleep(5);
                            }
                        }
                        public void declareOutputFields(OutputFieldsDeclarer d) {
                            d.declare(scheme.getOutputFields());
                        }
                    }
                    """;

    private static final String SINK =
            IMPORTS
                    + """
                    public class Sink extends BaseRichBolt {
                        public interface Check extends java.io.Serializable { boolean of(Tuple t); }
                        final Check check = t -> t.getSourceGlobalStreamid().get_streamId().equals("default");
                        OutputCollector collector;
                        CountMetric metric;
                        int count;
                        String hooked = "no hook";
                        public void prepare(Map conf, TopologyContext c, OutputCollector o) {
                            collector = o;
                            metric = c.registerMetric("seen", new CountMetric(), 60);
                            c.addTaskHook(new BaseTaskHook() {
                                public void boltAck(backtype.storm.hooks.info.BoltAckInfo info) {
                                    hooked = "hook of task " + (info.ackingTaskId > 0);
                                }
                            });
                        }
                        public void execute(Tuple t) {
                            if (!check.of(t)) throw new IllegalStateException();
                            metric.incr();
                            count++;
                            collector.ack(t);
                            if (count == 20) System.out.println("all 20");
                        }
                        public void cleanup() { System.out.println("sink " + count + ", " + hooked); }
                        public void declareOutputFields(OutputFieldsDeclarer d) {}
                    }
                    """;

    private static final String EVERYTHING =
            IMPORTS
                    + """
                    public class Everything {
                        public static class First implements CustomStreamGrouping {
                            List<Integer> tasks;
                            public void prepare(WorkerTopologyContext c, GlobalStreamId s, List<Integer> t) {
                                tasks = t;
                            }
                            public List<Integer> chooseTasks(int task, List<Object> values) {
                                return Arrays.asList(tasks.get(0));
                            }
                        }
                        interface Submit { void go(String name, Map conf, StormTopology t) throws Exception; }
                        public static void main(String[] args) throws Exception {
                            System.out.println(Class.forName("backtype.storm.tuple.Fields").getName());
                            System.out.println(Class.forName("backtype." + args[0]).getName());
                            System.out.println(Everything.class.getClassLoader()
                                    .loadClass("storm.trident.Trident" + "Topology").getName());
                            System.out.println(Utils.newInstance("backtype.storm.testing.TestWordSpout") != null);
                            System.out.println(Utils.deserialize(Utils.serialize(new Date(7))).equals(new Date(7)));
                            TopologyBuilder b = new TopologyBuilder();
                            b.setSpout("spout", new SchemeSpout());
                            b.setBolt("sink", new Sink(), 2).customGrouping("spout", new First());
                            Config conf = new Config();
                            conf.registerMetricsConsumer(backtype.storm.metric.LoggingMetricsConsumer.class);
                            conf.put("my.int", 7L);
                            conf.put(Config.TOPOLOGY_SPOUT_WAIT_STRATEGY,
                                    "backtype.storm.spout.SleepSpoutWaitStrategy");
                            if (args[1].equals("submitter")) {
                                StormSubmitter.submitTopology("old", conf, b.createTopology());
                                return;
                            }
                            LocalCluster cluster = new LocalCluster();
                            Submit submit = cluster::submitTopology;
                            submit.go("old", conf, b.createTopology());
                            System.out.println("state " + cluster.getState().isEmpty());
                            Utils.sleep(1500);
                            KillOptions now = new KillOptions();
                            now.set_wait_secs(0);
                            cluster.killTopologyWithOpts("old", now);
                            cluster.shutdown();
                        }
                    }
                    """;

    /** A partitioned spout of 3 partitions, 2 batches each, transactional or opaque. */
    static final String PARTITIONED =
            """
            package old;
            import backtype.storm.*;
            import backtype.storm.task.*;
            import backtype.storm.tuple.*;
            import backtype.storm.utils.*;
            import java.util.*;
            import storm.trident.*;
            import storm.trident.operation.*;
            import storm.trident.operation.builtin.*;
            import storm.trident.spout.*;
            import storm.trident.testing.*;
            import storm.trident.topology.*;
            import storm.trident.tuple.*;
            public class Partitioned {
                static final int PARTITIONS = 3, BATCHES = 2;
                public static class Part implements ISpoutPartition {
                    final int i;
                    public Part(int i) { this.i = i; }
                    public String getId() { return "p" + i; }
                }
                static List<Part> parts(int n) {
                    List<Part> parts = new ArrayList<>();
                    for (int i = 0; i < n; i++) parts.add(new Part(i));
                    return parts;
                }
                static Long emit(TridentCollector c, Part p, Long last) {
                    long batch = last == null ? 0 : last + 1;
                    if (batch < BATCHES) c.emit(new Values("p" + p.i));
                    return batch;
                }
                public static class Transactional implements IPartitionedTridentSpout<Integer, Part, Long> {
                    public Coordinator<Integer> getCoordinator(Map conf, TopologyContext c) {
                        return new Coordinator<Integer>() {
                            public Integer getPartitionsForBatch() { return PARTITIONS; }
                            public boolean isReady(long tx) { return true; }
                            public void close() {}
                        };
                    }
                    public Emitter<Integer, Part, Long> getEmitter(Map conf, TopologyContext c) {
                        return new Emitter<Integer, Part, Long>() {
                            public List<Part> getOrderedPartitions(Integer n) { return parts(n); }
                            public Long emitPartitionBatchNew(TransactionAttempt tx, TridentCollector c, Part p, Long last) {
                                return emit(c, p, last);
                            }
                            public void refreshPartitions(List<Part> p) {}
                            public void emitPartitionBatch(TransactionAttempt tx, TridentCollector c, Part p, Long meta) {
                                emit(c, p, meta == 0 ? null : meta - 1);
                            }
                            public void close() {}
                        };
                    }
                    public Map getComponentConfiguration() { return null; }
                    public Fields getOutputFields() { return new Fields("part"); }
                }
                public static class Opaque implements IOpaquePartitionedTridentSpout<Integer, Part, Long> {
                    public Coordinator<Integer> getCoordinator(Map conf, TopologyContext c) {
                        return new Coordinator<Integer>() {
                            public Integer getPartitionsForBatch() { return PARTITIONS; }
                            public boolean isReady(long tx) { return true; }
                            public void close() {}
                        };
                    }
                    public Emitter<Integer, Part, Long> getEmitter(Map conf, TopologyContext c) {
                        return new Emitter<Integer, Part, Long>() {
                            public List<Part> getOrderedPartitions(Integer n) { return parts(n); }
                            public Long emitPartitionBatch(TransactionAttempt tx, TridentCollector c, Part p, Long last) {
                                return emit(c, p, last);
                            }
                            public void refreshPartitions(List<Part> p) {}
                            public void close() {}
                        };
                    }
                    public Map getComponentConfiguration() { return null; }
                    public Fields getOutputFields() { return new Fields("part"); }
                }
                public static class Print extends BaseFilter {
                    static final Map<String, Integer> SEEN = new TreeMap<>();
                    public boolean isKeep(TridentTuple t) {
                        synchronized (SEEN) {
                            SEEN.merge(t.getString(0), 1, Integer::sum);
                            if (SEEN.toString().equals("{p0=2, p1=2, p2=2}")) System.out.println("seen " + SEEN);
                        }
                        return true;
                    }
                }
                public static void main(String[] args) throws Exception {
                    TridentTopology t = new TridentTopology();
                    Stream s = args[0].equals("opaque")
                            ? t.newStream("s", new Opaque()) : t.newStream("s", new Transactional());
                    s.each(new Fields("part"), new Print());
                    Config conf = new Config();
                    conf.put(Config.TOPOLOGY_TRIDENT_BATCH_EMIT_INTERVAL_MILLIS, 10);
                    StormSubmitter.submitTopology("parts-" + args[0], conf, t.build());
                }
            }
            """;

    /** Calls a function by Thrift; how a client was made changed with 0.10. */
    private static final String CLIENT =
            IMPORTS
                    + """
                    public class Client {
                        public static class Exclaim extends BaseBasicBolt {
                            public void execute(Tuple t, BasicOutputCollector o) {
                                o.emit(new Values(t.getValue(0), t.getString(1) + "!"));
                            }
                            public void declareOutputFields(OutputFieldsDeclarer d) {
                                d.declare(new Fields("id", "result"));
                            }
                        }
                        public static void main(String[] args) throws Exception {
                            backtype.storm.drpc.LinearDRPCTopologyBuilder b =
                                    new backtype.storm.drpc.LinearDRPCTopologyBuilder("exclaim");
                            b.addBolt(new Exclaim());
                            StormSubmitter.submitTopology("exclaim", new Config(), b.createRemoteTopology());
                            DRPCClient client = new DRPCClient("127.0.0.1", Integer.parseInt(args[0]));
                            System.out.println("answer " + client.execute("exclaim", "hello"));
                        }
                    }
                    """;

    private LegacyApp() {}

    /** Compiled against Storm 0.9. */
    static Path build(Path directory) throws IOException {
        return build(directory, "storm-core.jar", EVERYTHING, CLIENT);
    }

    /** Compiled against Storm 0.10, where two calls had other parameters. */
    static Path build10(Path directory) throws IOException {
        return build(
                directory,
                "storm-core-0.10.jar",
                EVERYTHING.replace("serialize(new Date(7))", "serialize(new Date(7)), Date.class"),
                CLIENT.replace("DRPCClient(\"", "DRPCClient(Utils.readDefaultConfig(), \""));
    }

    /** What Storm's documentation of 1.x begins with; the local cluster's method is another now. */
    private static final String TUTORIAL =
            """
            package one;
            import org.apache.storm.*;
            import org.apache.storm.testing.TestWordSpout;
            import org.apache.storm.topology.*;
            public class Tutorial {
                public static void main(String[] a) throws Exception {
                    TopologyBuilder b = new TopologyBuilder();
                    b.setSpout("words", new TestWordSpout());
                    LocalCluster cluster = new LocalCluster();
                    cluster.submitTopology("one", new Config(), b.createTopology());
                    Thread.sleep(500);
                    cluster.killTopology("one");
                    cluster.shutdown();
                    System.out.println("done");
                }
            }
            """;

    /** Calls that are others since 2.0, or are no more; of the latter one is made on demand. */
    private static final String CHANGED =
            """
            package one;
            import java.util.*;
            import org.apache.storm.*;
            import org.apache.storm.generated.*;
            import org.apache.storm.shade.org.yaml.snakeyaml.Yaml;
            import org.apache.storm.shade.org.yaml.snakeyaml.constructor.SafeConstructor;
            import org.apache.storm.spout.SpoutOutputCollector;
            import org.apache.storm.state.DefaultStateSerializer;
            import org.apache.storm.task.TopologyContext;
            import org.apache.storm.topology.*;
            import org.apache.storm.topology.base.BaseRichSpout;
            import org.apache.storm.utils.*;
            public class Changed extends BaseRichSpout {
                public void open(Map conf, TopologyContext c, SpoutOutputCollector o) {
                    System.out.println("opened " + Utils.getInt(conf.get("topology.workers")));
                }
                public void nextTuple() { Utils.sleep(10); }
                public void declareOutputFields(OutputFieldsDeclarer d) {}
                public static void main(String[] a) throws Exception {
                    System.out.println("yaml " + new Yaml(new SafeConstructor()).load("a: [1, 2]"));
                    DefaultStateSerializer<String> s = new DefaultStateSerializer<>(
                            Collections.<Class<?>>singletonList(ArrayList.class));
                    System.out.println("state " + s.deserialize(s.serialize("x")));
                    System.out.println("texts " + Utils.getString("s") + Utils.getInt("7"));
                    if (a.length > 0 && a[0].equals("gone")) {
                        System.out.println(Utils.getDU(new java.io.File(".")));
                    }
                    TopologyBuilder b = new TopologyBuilder();
                    b.setSpout("changed", new Changed());
                    StormSubmitter.submitTopology("changed", new Config(), b.createTopology());
                    Nimbus.Client n = NimbusClient.getConfiguredClient(Utils.readStormConfig()).getClient();
                    System.out.println("topologies " + n.getClusterInfo().get_topologies_size());
                }
            }
            """;

    /** A function for SQL, by a method that 2.0 has moved. */
    private static final String WHOLE =
            """
            package one;
            public class Whole {
                public Integer eval(String text) {
                    return org.apache.storm.utils.Utils.getInt(text) + 1;
                }
            }
            """;

    /** Compiled against Storm 1.0 or 1.2. */
    static Path build1(Path directory, String version) throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        sources.put("one.Tutorial", TUTORIAL);
        sources.put("one.Changed", CHANGED);
        sources.put("one.Whole", WHOLE);
        if (version.equals("1.0")) { // 1.2 wanted a method more
            sources.put("old.Partitioned", today(PARTITIONED));
        }
        String stormCore = LIBRARIES.resolve("storm-core-" + version + ".jar").toString();
        String noSources = Files.createDirectory(directory.resolve("none")).toString();
        List<String> javac = List.of("--release", "8", "-cp", stormCore, "-sourcepath", noSources);
        return AppJar.build(directory, sources, List.of(), javac);
    }

    private static String today(String source) {
        return source.replace("storm.trident.", "org.apache.storm.trident.")
                .replace("backtype.storm.", "org.apache.storm.");
    }

    private static Path build(Path directory, String stormCore, String everything, String client)
            throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        sources.put("old.SchemeSpout", SCHEME_SPOUT);
        sources.put("old.Sink", SINK);
        sources.put("old.Everything", everything);
        sources.put("old.Partitioned", PARTITIONED);
        sources.put("old.Client", client);
        String example = "legacy/LegacyWordCount.java";
        sources.put("legacy.LegacyWordCount", Files.readString(EXAMPLES.resolve(example)));
        String classPath =
                LIBRARIES.resolve(stormCore)
                        + File.pathSeparator
                        + LIBRARIES.resolve("json-simple.jar");
        // storm-core.jar has some sources, which javac would prefer.
        String noSources = Files.createDirectory(directory.resolve("none")).toString();
        List<String> javac = List.of("--release", "8", "-cp", classPath, "-sourcepath", noSources);
        return AppJar.build(directory, sources, List.of(), javac);
    }
}
