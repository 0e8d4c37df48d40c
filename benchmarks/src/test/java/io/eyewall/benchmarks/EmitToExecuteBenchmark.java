package io.eyewall.benchmarks;

import io.eyewall.engine.Engine;
import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.topology.TopologyPlanner;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
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
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a tuple cost from a spout's nextTuple and emit to a bolt's execute (and ack, and back
 * to the spout's ack), on one core and from one core to another?
 *
 * <p>The topology runs freely on the engine's own threads; an invocation waits until the bolt has
 * executed {@link #TUPLES} more. So a result is the time between two tuples in the steady state: on
 * one core all that is done for a tuple, on two cores what the slower of them does. The spout emits
 * the same list again and again, so that user code allocates nothing.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class EmitToExecuteBenchmark {
    static final int TUPLES = 200_000;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Executed so far, by the one bolt task. Written by its core only. */
    private static final AtomicLong EXECUTED = new AtomicLong();

    /** Whether the bolt is on the spout's core or another. */
    @Param({"same", "other"})
    public String core;

    /** Whether messages are tracked and acked. */
    @Param({"false", "true"})
    public boolean acked;

    private Engine engine;
    private RunningTopology topology;

    /** Starts the topology and waits until tuples flow. */
    @Setup
    public void start() throws InvalidTopologyException, InterruptedException {
        Map<String, Object> daemon = new HashMap<>(Utils.readDefaultConfig());
        daemon.put(Config.STORM_CLUSTER_MODE, "local");
        daemon.put("eyewall.cores", core.equals("same") ? 1 : 2);
        Map<String, Object> conf = new HashMap<>();
        conf.put(Config.TOPOLOGY_ACKER_EXECUTORS, acked ? 1 : 0);
        conf.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, 5_000);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new Spout(acked), 1).addConfiguration("eyewall.core", 0);
        builder.setBolt("bolt", new Bolt(acked), 1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.core", core.equals("same") ? 0 : 1);
        engine = Engine.start(EngineSettings.from(daemon));
        topology =
                engine.submit(
                        TopologyPlanner.plan(
                                "benchmark",
                                "benchmark-1-1",
                                daemon,
                                conf,
                                builder.createTopology()),
                        SubmitSettings.of(getClass().getClassLoader()));
        if (!topology.awaitStarted(LIMIT)) {
            throw new IllegalStateException("the topology did not start within " + LIMIT);
        }
        tuples();
    }

    /** Ends it, and makes sure that nothing went wrong meanwhile. */
    @TearDown
    public void stop() {
        engine.close();
        topology.failure()
                .ifPresent(
                        failure -> {
                            throw new IllegalStateException(failure.describe(), failure.cause());
                        });
    }

    /** Waits for so many tuples. */
    @Benchmark
    @OperationsPerInvocation(TUPLES)
    public long tuples() {
        long until = EXECUTED.get() + TUPLES;
        long deadlineNs = System.nanoTime() + LIMIT.toNanos();
        while (EXECUTED.get() < until) {
            if (topology.status().isOver() || System.nanoTime() > deadlineNs) {
                throw new IllegalStateException(
                        "no "
                                + TUPLES
                                + " tuples within "
                                + LIMIT
                                + ", status "
                                + topology.status());
            }
            LockSupport.parkNanos(50_000); // at least 2 ms are waited for
        }
        return until;
    }

    /** Emits one and the same list. */
    private static final class Spout extends BaseRichSpout {
        private static final List<Object> VALUES = List.of("value");

        private final boolean tracked;
        private transient SpoutOutputCollector collector;
        private transient Object messageId;

        Spout(boolean tracked) {
            this.tracked = tracked;
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
            collector = out;
            messageId = tracked ? "message" : null;
        }

        @Override
        public void nextTuple() {
            collector.emit(VALUES, messageId);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("value"));
        }
    }

    /** Counts, and acks what is tracked. */
    private static final class Bolt extends BaseRichBolt {
        private final boolean tracked;
        private transient OutputCollector collector;
        private long executed;

        Bolt(boolean tracked) {
            this.tracked = tracked;
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector out) {
            collector = out;
            executed = EXECUTED.get();
        }

        @Override
        public void execute(Tuple tuple) {
            EXECUTED.lazySet(++executed);
            if (tracked) {
                collector.ack(tuple);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // no streams
        }
    }
}
