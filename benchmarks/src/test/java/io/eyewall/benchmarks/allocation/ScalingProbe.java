package io.eyewall.benchmarks.allocation;

import com.sun.management.ThreadMXBean;
import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.SteppedEngine;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.mailbox.LinkSenders;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.TopologyPlanner;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.storm.Config;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.Utils;

/**
 * Prints what grows with the number of cores, as far as it can be counted on a machine that has
 * few: the engine is stepped by one thread. Arguments: numbers of cores.
 *
 * <p>The load is the worst case: as many spouts and bolts as cores, fields grouping between them,
 * so that every core sends to every other one.
 */
public final class ScalingProbe {
    private static final int WORDS = 1_000;
    private static final int WARMUP_STEPS = 30;
    private static final int STEPS = 30;
    private static final AtomicLong EXECUTED = new AtomicLong();

    private ScalingProbe() {}

    /**
     * What was counted.
     *
     * @param cores cores of the engine
     * @param engineBytes what making it allocates
     * @param links how many links the cores have made in the end
     * @param tuplesPerStep tuples executed per core and step
     * @param bytesPerTuple what is allocated per tuple executed
     */
    record Figures(
            int cores, long engineBytes, int links, double tuplesPerStep, double bytesPerTuple) {}

    /** Probes each number of cores. */
    public static void main(String[] args) throws InvalidTopologyException {
        List<Figures> figures = new ArrayList<>();
        for (int cores : Arrays.stream(args).mapToInt(Integer::parseInt).toArray()) {
            figures.add(probe(cores));
        }
        print(figures, System.out);
    }

    private static void print(List<Figures> figures, PrintStream out) {
        long linkBytes = linkBytes();
        out.println("cores  engine KiB  links  KiB of links  tuples per step  bytes per tuple");
        for (Figures f : figures) {
            out.printf(
                    Locale.ROOT,
                    "%5d  %10d  %5d  %12d  %15.1f  %15.1f%n",
                    f.cores(),
                    f.engineBytes() / 1024,
                    f.links(),
                    f.links() * linkBytes / 1024,
                    f.tuplesPerStep(),
                    f.bytesPerTuple());
        }
    }

    static Figures probe(int cores) throws InvalidTopologyException {
        Map<String, Object> conf = new HashMap<>(Utils.readDefaultConfig());
        conf.put(Config.STORM_CLUSTER_MODE, "local");
        conf.put("eyewall.cores", cores);
        EngineSettings settings = EngineSettings.from(conf);
        new SteppedEngine(settings, new StandingClock()).close(); // loads classes
        final long before = allocatedBytes();
        try (SteppedEngine engine = new SteppedEngine(settings, new StandingClock())) {
            final long engineBytes = allocatedBytes() - before;
            engine.submit(
                    plan(conf, cores), SubmitSettings.of(ScalingProbe.class.getClassLoader()));
            step(engine, WARMUP_STEPS);
            final long tuplesBefore = EXECUTED.get();
            final long bytesBefore = allocatedBytes();
            step(engine, STEPS);
            long bytes = allocatedBytes() - bytesBefore;
            double tuples = EXECUTED.get() - tuplesBefore;
            return new Figures(
                    cores, engineBytes, links(engine), tuples / STEPS / cores, bytes / tuples);
        }
    }

    private static int links(SteppedEngine engine) {
        return engine.cores().stream().mapToInt(Core::linkCount).sum();
    }

    /** What one link takes while nothing is on it, with the default settings. */
    private static long linkBytes() {
        int links = 1_000;
        LinkSenders<Object> senders = new LinkSenders<>(links, 128, 32);
        final long before = allocatedBytes();
        for (int i = 0; i < links; i++) {
            senders.connect(i, () -> {});
        }
        return (allocatedBytes() - before) / links;
    }

    private static void step(SteppedEngine engine, int steps) {
        for (int i = 0; i < steps; i++) {
            for (int core = 0; core < engine.coreCount(); core++) {
                engine.step(core);
            }
        }
    }

    private static long allocatedBytes() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    private static TopologyPlan plan(Map<String, Object> daemonConf, int cores)
            throws InvalidTopologyException {
        Map<String, Object> conf = new HashMap<>();
        conf.put(Config.TOPOLOGY_ACKER_EXECUTORS, 0);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new WordSpout(), cores);
        builder.setBolt("count", new CountBolt(), cores)
                .fieldsGrouping("words", new Fields("word"));
        return TopologyPlanner.plan(
                "scaling", "scaling-1-1", daemonConf, conf, builder.createTopology());
    }

    /** Emits the same lists again and again: only the engine allocates. */
    private static final class WordSpout extends BaseRichSpout {
        private transient SpoutOutputCollector collector;
        private transient List<List<Object>> words;
        private int next;

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
            collector = output;
            words = new ArrayList<>();
            for (int i = 0; i < WORDS; i++) {
                words.add(List.of("word " + i));
            }
            next = context.getThisTaskIndex() * 7 % WORDS; // not all at the same word
        }

        @Override
        public void nextTuple() {
            collector.emit(words.get(next));
            next = (next + 1) % WORDS;
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
        }
    }

    private static final class CountBolt extends BaseRichBolt {
        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector output) {}

        @Override
        public void execute(Tuple tuple) {
            EXECUTED.incrementAndGet();
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // a sink emits nothing
        }
    }
}
