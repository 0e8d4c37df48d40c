package io.eyewall.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The classes that the tests' Flux definitions name; they know only Storm's API. */
final class FluxApp {
    private static final String IMPORTS =
            """
            package app;
            import java.util.*;
            import org.apache.storm.*;
            import org.apache.storm.generated.*;
            import org.apache.storm.grouping.*;
            import org.apache.storm.spout.*;
            import org.apache.storm.task.*;
            import org.apache.storm.topology.*;
            import org.apache.storm.topology.base.*;
            import org.apache.storm.tuple.*;
            """;

    /** Configured in every way that Flux knows: arguments, references, properties, methods. */
    private static final String NUMBERS =
            IMPORTS
                    + """
                    public class Numbers extends BaseRichSpout {
                        public String greeting = "none";
                        final int limit;
                        final Format format;
                        final List<Format> formats;
                        int first, next;
                        boolean end = true;
                        SpoutOutputCollector collector;
                        public Numbers(int limit, Format format, List<Format> formats) {
                            this.limit = limit; this.format = format; this.formats = formats;
                        }
                        public void setFirst(int first) { this.first = first; }
                        public void withEnd(boolean end, String[] words) {
                            this.end = end && words.length == 2;
                        }
                        public void open(Map<String, Object> c, TopologyContext t, SpoutOutputCollector o) {
                            collector = o;
                            next = first;
                            tasks = t.getComponentTasks("direct");
                            System.out.println("spout " + greeting + " " + format.text + " "
                                    + formats.size() + " " + end + " my.key=" + c.get("my.key"));
                        }
                        public void nextTuple() {
                            if (next < limit) {
                                collector.emit(new Values(next, format.text + next), next);
                                if (!tasks.isEmpty()) collector.emitDirect(tasks.get(0), "direct", new Values(next));
                                next++;
                            }
                        }
                        List<Integer> tasks;
                        int acked;
                        public void ack(Object id) {
                            if (++acked == limit - first) System.out.println("all acked");
                        }
                        public void declareOutputFields(OutputFieldsDeclarer d) {
                            d.declare(new Fields("n", "text"));
                            d.declareStream("direct", true, new Fields("n"));
                        }
                    }
                    """;

    private static final String FORMAT =
            """
            package app;
            public class Format implements java.io.Serializable {
                public final String text;
                public Format(String text) { this.text = text; }
                public static Format make(String text, Long times) {
                    return new Format(text.repeat(times.intValue()));
                }
                public static Format make(String text, int times) {
                    return new Format(text.repeat(times));
                }
            }
            """;

    private static final String COUNT =
            IMPORTS
                    + """
                    public class Count extends BaseBasicBolt {
                        public enum Style { PLAIN, LOUD }
                        final Style style;
                        int count;
                        String id;
                        public Count(Style style) { this.style = style; }
                        public void prepare(Map<String, Object> c, TopologyContext t) {
                            id = t.getThisComponentId() + "/" + t.getThisTaskIndex();
                        }
                        public void execute(Tuple t, BasicOutputCollector o) {
                            count++;
                            o.emit(new Values(t.getValue(0)));
                        }
                        public void cleanup() { System.out.println(id + " " + style + " " + count); }
                        public void declareOutputFields(OutputFieldsDeclarer d) {
                            d.declare(new Fields("n"));
                        }
                    }
                    """;

    private static final String CHOSEN =
            IMPORTS
                    + """
                    public class Chosen implements CustomStreamGrouping {
                        final int index;
                        List<Integer> tasks;
                        public Chosen(int index) { this.index = index; }
                        public void prepare(WorkerTopologyContext c, GlobalStreamId s, List<Integer> tasks) {
                            this.tasks = tasks;
                        }
                        public List<Integer> chooseTasks(int task, List<Object> values) {
                            return List.of(tasks.get(index));
                        }
                    }
                    """;

    private static final String SOURCE =
            IMPORTS
                    + """
                    public class Source {
                        final String id;
                        public Source(String id) { this.id = id; }
                        public StormTopology topology(Map<String, Object> conf) {
                            TopologyBuilder b = new TopologyBuilder();
                            b.setSpout(id, new Numbers(10, new Format("s"), List.of()));
                            b.setBolt("sink", new Count(Count.Style.PLAIN)).shuffleGrouping(id);
                            return b.createTopology();
                        }
                    }
                    """;

    private static final String PRINT =
            IMPORTS
                    + """
                    public class Print extends BaseBasicBolt {
                        public void execute(Tuple t, BasicOutputCollector o) {
                            System.out.println("word " + t.getValue(0));
                        }
                        public void declareOutputFields(OutputFieldsDeclarer d) {}
                    }
                    """;

    private static final String THROWS =
            """
            package app;
            public class Throws extends Print {
                public Throws(String text) { throw new IllegalStateException("no " + text); }
            }
            """;

    private FluxApp() {}

    static Path build(Path directory, List<Path> bundled) throws IOException {
        return AppJar.build(
                directory,
                Map.of(
                        "app.Numbers", NUMBERS,
                        "app.Format", FORMAT,
                        "app.Count", COUNT,
                        "app.Chosen", CHOSEN,
                        "app.Source", SOURCE,
                        "app.Print", PRINT,
                        "app.Throws", THROWS),
                bundled);
    }
}
