package io.eyewall.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The applications that tests give to {@code eyewall run}; they know only Storm's API. */
final class TestApps {
    private static final String IMPORTS =
            """
            package app;
            import java.util.*;
            import org.apache.storm.*;
            import org.apache.storm.spout.*;
            import org.apache.storm.task.*;
            import org.apache.storm.topology.*;
            import org.apache.storm.topology.base.*;
            import org.apache.storm.tuple.*;
            """;

    private static final String PARTS =
            IMPORTS
                    + """
                    public class Parts {
                        public static class Numbers extends BaseRichSpout {
                            SpoutOutputCollector collector;
                            long next;
                            public void open(Map<String, Object> c, TopologyContext t, SpoutOutputCollector o) {
                                collector = o;
                                System.out.println("conf my.key=" + c.get("my.key")
                                        + " workers=" + c.get("topology.workers"));
                            }
                            public void nextTuple() { collector.emit(new Values(next), next); next++; }
                            public void declareOutputFields(OutputFieldsDeclarer d) { d.declare(new Fields("n")); }
                        }
                        public static class Sink extends BaseBasicBolt {
                            final long bad;
                            public Sink(long bad) { this.bad = bad; }
                            public void execute(Tuple t, BasicOutputCollector o) {
                                if (t.getLong(0) == bad) throw new IllegalStateException("bad number " + bad);
                                if (t.getLong(0) == 0) System.out.println("first tuple");
                            }
                            public void cleanup() { System.out.println("cleaned up"); }
                            public void declareOutputFields(OutputFieldsDeclarer d) {}
                        }
                        public static TopologyBuilder builder(long bad) {
                            TopologyBuilder b = new TopologyBuilder();
                            b.setSpout("numbers", new Numbers()).setMaxSpoutPending(100);
                            b.setBolt("sink", new Sink(bad)).shuffleGrouping("numbers");
                            return b;
                        }
                        public static Config conf() {
                            Config conf = new Config();
                            conf.setNumWorkers(7);
                            return conf;
                        }
                    }
                    """;

    /** Prints in every way that Java has. */
    private static final String LOUD =
            IMPORTS
                    + """
                    public class Loud {
                        static final java.io.PrintStream CAPTURED = System.out;
                        static final java.util.logging.Logger JUL =
                                java.util.logging.Logger.getLogger("loud");
                        static { System.out.println("static initialiser"); }
                        public static void main(String[] args) throws Exception {
                            JUL.addHandler(new java.util.logging.StreamHandler(
                                    CAPTURED, new java.util.logging.SimpleFormatter()) {
                                public void publish(java.util.logging.LogRecord r) {
                                    super.publish(r);
                                    flush();
                                }
                            });
                            JUL.info("by java.util.logging");
                            org.slf4j.LoggerFactory.getLogger(Loud.class).info("by slf4j");
                            Thread child = new Thread(() -> {
                                while (true) {
                                    System.out.print("child thread, no line");
                                    CAPTURED.println("captured");
                                    try { Thread.sleep(1); } catch (InterruptedException e) { return; }
                                }
                            });
                            child.setDaemon(true);
                            child.start();
                            StormSubmitter.submitTopologyWithProgressBar("loud", Parts.conf(),
                                    Parts.builder(-1).createTopology());
                        }
                    }
                    """;

    /** Reports errors of all sorts, or hangs. */
    private static final String TROUBLED =
            IMPORTS
                    + """
                    public class Troubled {
                        public static class Refused extends RuntimeException {
                            public Refused(String message) { super(message); }
                        }
                        public static class Unprintable extends RuntimeException {
                            public String getMessage() { throw new IllegalStateException("no"); }
                        }
                        public static class Db extends BaseRichBolt {
                            static final org.slf4j.Logger LOG = org.slf4j.LoggerFactory.getLogger(Db.class);
                            final String trouble;
                            OutputCollector collector;
                            public Db(String trouble) { this.trouble = trouble; }
                            public void prepare(Map<String, Object> c, TopologyContext t, OutputCollector o) {
                                collector = o;
                                LOG.info("the database of the application");
                                if (trouble.equals("hang")) connect();
                            }
                            void connect() {
                                try { Thread.sleep(1000000); } catch (InterruptedException e) { }
                            }
                            public void execute(Tuple t) {
                                switch (trouble) {
                                    case "refused": collector.reportError(
                                            new Refused("connection \\033[31m refused\\nby host")); break;
                                    case "unprintable": collector.reportError(new Unprintable()); break;
                                    default: collector.reportError(new Refused("x".repeat(10_000_000)));
                                }
                                collector.fail(t);
                            }
                            public void declareOutputFields(OutputFieldsDeclarer d) {}
                        }
                        public static void main(String[] args) throws Exception {
                            TopologyBuilder b = Parts.builder(-1);
                            b.setBolt("db", new Db(args[0]), 2).shuffleGrouping("numbers");
                            StormSubmitter.submitTopology("troubled", Parts.conf(), b.createTopology());
                        }
                    }
                    """;

    private TestApps() {}

    private static String main(String name, String body) {
        return IMPORTS
                + "public class "
                + name
                + " { public static void main(String[] args) throws Exception { "
                + body
                + " } }";
    }

    /** All of them in one jar. */
    static Path build(Path directory, List<Path> bundled) throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        sources.put("app.Parts", PARTS);
        sources.put(
                "app.Endless",
                main(
                        "Endless",
                        "System.out.println(\"args \" + Arrays.toString(args));"
                                + "StormSubmitter.submitTopology(\"endless\", Parts.conf(),"
                                + " Parts.builder(-1).createTopology());"));
        sources.put(
                "app.Fails",
                main(
                        "Fails",
                        "StormSubmitter.submitTopology(\"fails\", Parts.conf(),"
                                + " Parts.builder(50).createTopology());"));
        sources.put(
                "app.Cluster",
                main(
                        "Cluster",
                        "try (LocalCluster c = new LocalCluster()) {"
                                + " c.submitTopology(\"inner\", Parts.conf(),"
                                + " Parts.builder(-1).createTopology());"
                                + " Thread.sleep(500); }"
                                + " System.out.println(\"main goes on\");"));
        sources.put(
                "app.Drpc",
                main(
                        "Drpc",
                        "org.apache.storm.drpc.LinearDRPCTopologyBuilder b = new"
                                + " org.apache.storm.drpc.LinearDRPCTopologyBuilder(\"echo\");"
                                + "b.addBolt(new org.apache.storm.testing.IdentityBolt(new Fields(\"id\", \"args\")));"
                                + "StormSubmitter.submitTopology(\"drpc\", Parts.conf(),"
                                + " b.createRemoteTopology());"));
        sources.put("app.Throws", main("Throws", "throw new java.io.IOException(\"no luck\");"));
        sources.put(
                "app.Dots",
                main(
                        "Dots",
                        "StormSubmitter.submitTopology(Dots.class.getName(), Parts.conf(),"
                                + " Parts.builder(-1).createTopology());"));
        sources.put("app.Idle", main("Idle", "System.out.println(\"nothing to do\");"));
        sources.put("app.Exits", main("Exits", "System.exit(42);"));
        sources.put(
                "app.ExitsLater",
                main(
                        "ExitsLater",
                        "StormSubmitter.submitTopology(\"exits\", Parts.conf(),"
                                + " Parts.builder(-1).createTopology());"
                                + "Thread.sleep(200); System.exit(42);"));
        sources.put(
                "app.Stubborn",
                main(
                        "Stubborn",
                        "TopologyBuilder b = Parts.builder(-1);"
                                + "b.setBolt(\"stubborn\", new Parts.Sink(-1) {"
                                + " public void cleanup() { System.out.println(\"cleaning\");"
                                + " while (true) { } } }).shuffleGrouping(\"numbers\");"
                                + "StormSubmitter.submitTopology(\"stubborn\", Parts.conf(),"
                                + " b.createTopology());"));
        sources.put(
                "app.WrongKey",
                main(
                        "WrongKey",
                        "Config conf = new Config(); conf.put(\"eyewall.btach.size\", 1);"
                                + "StormSubmitter.submitTopology(\"wrong\", conf,"
                                + " Parts.builder(-1).createTopology());"));
        sources.put("app.Loud", LOUD);
        sources.put("app.Troubled", TROUBLED);
        sources.put("app.NoMain", IMPORTS + "public class NoMain {}");
        return AppJar.build(directory, sources, bundled);
    }
}
