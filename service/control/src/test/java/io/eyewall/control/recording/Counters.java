package io.eyewall.control.recording;

import io.eyewall.engine.metrics.CoreMetrics;
import io.eyewall.engine.metrics.EdgeMetrics;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.engine.metrics.HeapMetrics;
import io.eyewall.engine.metrics.LatencySnapshot;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.TopologyPlanner;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.testing.TestWordCounter;
import org.apache.storm.testing.TestWordSpout;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.utils.Utils;

/**
 * The counters of an engine of two cores that runs a spout and a bolt, as a test says that they
 * went on. Both are on core 0, the spout calls the bolt; nothing else costs anything.
 */
public final class Counters {
    public static final String SPOUT = "words";
    public static final String BOLT = "count";

    private final TopologyPlan plan;
    private long tuples;
    private final long[] busyNs = new long[2];
    private long spoutNs;
    private long boltNs;
    private int boltCore;
    private int othersOn = -1;
    private long boltThreadNs = -1;
    private LatencySnapshot latency = LatencySnapshot.EMPTY;
    private HeapMetrics heap = HeapMetrics.UNKNOWN;

    public Counters() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(SPOUT, new TestWordSpout());
        builder.setBolt(BOLT, new TestWordCounter()).shuffleGrouping(SPOUT);
        try {
            plan =
                    TopologyPlanner.plan(
                            "words",
                            "words-1-1",
                            Utils.readDefaultConfig(),
                            Map.of(),
                            builder.createTopology());
        } catch (InvalidTopologyException e) {
            throw new IllegalArgumentException(e.get_msg(), e);
        }
    }

    public TopologyPlan plan() {
        return plan;
    }

    /**
     * The spout emits, the bolt counts; each takes its own time for every tuple. On a thread of its
     * own the bolt costs no core anything.
     */
    public Counters emit(long count, long spoutNsEach, long boltNsEach) {
        boolean hasThread = boltThreadNs >= 0;
        boolean called = boltCore == 0 && !hasThread;
        tuples += count;
        busyNs[0] += count * spoutNsEach;
        busyNs[boltCore] += hasThread ? 0 : count * boltNsEach;
        spoutNs += count * (called ? spoutNsEach + boltNsEach : spoutNsEach);
        boltNs += count * boltNsEach;
        return this;
    }

    /** Acks take that long from now on. */
    public Counters latency(double meanNs, long p99Ns) {
        latency = new LatencySnapshot(1_000, meanNs, (long) meanNs, p99Ns, p99Ns, p99Ns);
        return this;
    }

    /** The process has done that with its heap. */
    public Counters heap(HeapMetrics now) {
        heap = now;
        return this;
    }

    /** The bolt is on that core from now on. */
    public Counters moveBolt(int core) {
        boltCore = core;
        return this;
    }

    /** One more executor is on that core, of another topology. */
    public Counters besideOthers(int core) {
        othersOn = core;
        return this;
    }

    /** The bolt has a thread of its own from now on, which has computed for so long. */
    public Counters boltOnThread(long computedNs) {
        boltThreadNs = computedNs;
        return this;
    }

    public TopologyMetrics metrics() {
        int spout = plan.component(SPOUT).taskIds().get(0);
        int bolt = plan.component(BOLT).taskIds().get(0);
        long acked = latency.count() > 0 ? tuples : 0;
        return new TopologyMetrics(
                List.of(
                        executor(SPOUT, spout, 0, tuples, 0, acked, spoutNs, -1),
                        executor(BOLT, bolt, boltCore, 0, tuples, acked, boltNs, boltThreadNs)),
                List.of(new EdgeMetrics(spout, Utils.DEFAULT_STREAM_ID, bolt, tuples)),
                LatencySnapshot.EMPTY,
                latency,
                List.of(core(0), core(1)),
                heap);
    }

    private CoreMetrics core(int core) {
        int executors = (core == 0 ? 1 : 0) + (core == boltCore ? 1 : 0);
        return new CoreMetrics(core, core == othersOn ? executors + 1 : executors, busyNs[core], 0);
    }

    private static ExecutorMetrics executor(
            String id,
            int task,
            int core,
            long emitted,
            long executed,
            long acked,
            long usefulNs,
            long threadNs) {
        return new ExecutorMetrics(
                new ExecutorPlan(id, task, task),
                core,
                threadNs >= 0,
                1,
                Map.of(Utils.DEFAULT_STREAM_ID, emitted, "__metrics", 7L),
                Map.of(Utils.DEFAULT_STREAM_ID, emitted),
                executed,
                acked,
                0,
                usefulNs,
                0,
                threadNs,
                0,
                0,
                0,
                0,
                new ExecutorStats());
    }
}
