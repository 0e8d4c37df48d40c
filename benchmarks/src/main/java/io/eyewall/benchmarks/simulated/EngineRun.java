package io.eyewall.benchmarks.simulated;

import io.eyewall.engine.Engine;
import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.topology.TopologyPlanner;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.storm.Config;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;

/**
 * Runs a shape on an engine of its own and measures messages per second of processor time of the
 * busiest core. Time without the processor does not count as work, and the busiest core never
 * waits.
 */
final class EngineRun {
    static final int MAX_PENDING = 1000;

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int ROUNDS_PER_UNIT = 200;
    private static final double NS_PER_SEC = 1e9;

    /** Tuples that the last bolt has received; only one run exists at a time. */
    private static final AtomicLong TAKEN = new AtomicLong();

    private EngineRun() {}

    /** Returns the messages per second between the warm-up and the end. */
    static double messagesPerSec(Shape shape, Duration warmUp, Duration measured)
            throws InvalidTopologyException, InterruptedException {
        Map<String, Object> conf = new HashMap<>(Utils.readDefaultConfig());
        conf.put(Config.STORM_CLUSTER_MODE, "local");
        conf.put("eyewall.cores", shape.cores());
        conf.put("eyewall.blocking.threshold.ms", 0);
        try (Engine engine = Engine.start(EngineSettings.from(conf))) {
            RunningTopology topology =
                    engine.submit(
                            TopologyPlanner.plan(
                                    "simulated", "simulated-1-1", conf, own(shape), build(shape)),
                            SubmitSettings.of(EngineRun.class.getClassLoader()));
            if (!topology.awaitStarted(LIMIT)) {
                throw new IllegalStateException(topology + " did not start within " + LIMIT);
            }
            Thread.sleep(warmUp.toMillis());
            long before = TAKEN.get();
            long beforeNs = cpuNs(shape.busiestCore());
            Thread.sleep(measured.toMillis());
            double tuples = TAKEN.get() - before;
            double seconds = (cpuNs(shape.busiestCore()) - beforeNs) / NS_PER_SEC;
            int perMessage = shape.emits().stream().reduce(1, (one, other) -> one * other);
            return tuples / perMessage / seconds;
        }
    }

    private static long cpuNs(int core) {
        String name = "eyewall-core-" + core;
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals(name)) {
                return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId());
            }
        }
        throw new IllegalStateException("there is no thread '" + name + "'; has it a new name?");
    }

    private static Map<String, Object> own(Shape shape) {
        return Map.of(
                Config.TOPOLOGY_ACKER_EXECUTORS,
                shape.acked() ? 1 : 0,
                Config.TOPOLOGY_MAX_SPOUT_PENDING,
                MAX_PENDING);
    }

    private static StormTopology build(Shape shape) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("c0", new WorkSpout(shape.work().get(0), shape.acked()), 1)
                .addConfiguration("eyewall.core", 0);
        for (int c = 1; c < shape.components(); c++) {
            boolean isLast = c == shape.components() - 1;
            builder.setBolt(
                            "c" + c,
                            new WorkBolt(shape.work().get(c), isLast ? 0 : shape.emits().get(c)),
                            1)
                    .shuffleGrouping("c" + (c - 1))
                    .addConfiguration("eyewall.core", shape.core(c));
        }
        return builder.createTopology();
    }

    /** Executes rounds of arithmetic, each of which needs the result of the previous one. */
    private static long work(long seed, int units) {
        long x = seed;
        for (int i = 0; i < units * ROUNDS_PER_UNIT; i++) {
            x = x * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
        }
        return x;
    }

    private static final class WorkSpout extends BaseRichSpout {
        private static final long serialVersionUID = 1L;
        private final int units;
        private final boolean acked;
        private transient SpoutOutputCollector collector;
        private long state;

        @SuppressWarnings("NullAway.Init") // by open
        WorkSpout(int units, boolean acked) {
            this.units = units;
            this.acked = acked;
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
            collector = output;
        }

        @Override
        public void nextTuple() {
            state = work(state, units);
            Values values = new Values(state);
            if (acked) {
                collector.emit(values, state);
            } else {
                collector.emit(values);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }

    private static final class WorkBolt extends BaseRichBolt {
        private static final long serialVersionUID = 1L;
        private final int units;
        private final int emits;
        private transient OutputCollector collector;
        private long state;
        private long taken;

        @SuppressWarnings("NullAway.Init") // by prepare
        WorkBolt(int units, int emits) {
            this.units = units;
            this.emits = emits;
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector output) {
            collector = output;
        }

        @Override
        public void execute(Tuple input) {
            state = work(state, units);
            for (int i = 0; i < emits; i++) {
                collector.emit(input, new Values(state));
            }
            collector.ack(input);
            if (emits == 0) {
                TAKEN.lazySet(++taken);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }
}
