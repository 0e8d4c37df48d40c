package org.apache.storm.testing;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.ILocalCluster;
import org.apache.storm.Thrift;
import org.apache.storm.generated.Bolt;
import org.apache.storm.generated.SpoutSpec;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.IRichSpout;
import org.apache.storm.utils.RegisteredGlobalState;
import org.apache.storm.utils.Time;

/**
 * Replaces Storm's class of this name: a topology whose spouts and bolts count the tuples that they
 * emit and process, so that a test can wait until all tuples are processed. The counts belong to a
 * cluster built with {@code withTracked}, so only one tracked topology should run there at a time.
 * For one thread.
 */
public class TrackedTopology {
    private static final int DEFAULT_TIMEOUT_MS = 10_000;
    private static final int POLL_INTERVAL_MS = 10;

    private final ILocalCluster cluster;
    private final String trackId;
    private final StormTopology topology;
    private int expectedSpoutEmits;

    /**
     * @param origTopo copied; its spouts and bolts must be Java objects, not multilang components
     * @param cluster the tracked cluster to which the topology is to be submitted
     * @throws IllegalArgumentException if the cluster is not tracked
     */
    public TrackedTopology(StormTopology origTopo, ILocalCluster cluster) {
        this.cluster = cluster;
        trackId = cluster.getTrackedId();
        if (trackId == null) {
            throw new IllegalArgumentException(
                    "a tracked topology needs a tracked cluster; build it with"
                            + " LocalCluster.Builder.withTracked()");
        }
        topology = origTopo.deepCopy();
        for (Bolt bolt : topology.get_bolts().values()) {
            IRichBolt inner = (IRichBolt) Thrift.deserializeComponentObject(bolt.get_bolt_object());
            bolt.set_bolt_object(Thrift.serializeComponentObject(new BoltTracker(inner, trackId)));
        }
        for (SpoutSpec spout : topology.get_spouts().values()) {
            IRichSpout inner =
                    (IRichSpout) Thrift.deserializeComponentObject(spout.get_spout_object());
            spout.set_spout_object(
                    Thrift.serializeComponentObject(new SpoutTracker(inner, trackId)));
        }
    }

    /** Returns the topology to submit. */
    public StormTopology getTopology() {
        return topology;
    }

    /** Returns the cluster to which the topology is to be submitted. */
    public ILocalCluster getCluster() {
        return cluster;
    }

    /** Waits for one more emit of the spouts. */
    public void trackedWait() {
        trackedWait(1);
    }

    /**
     * Waits for more emits of the spouts, up to 10 seconds, or the number of milliseconds in the
     * environment variable STORM_TEST_TIMEOUT_MS.
     */
    public void trackedWait(int amt) {
        trackedWait(amt, timeoutMs());
    }

    /**
     * Returns the value of Storm's {@code Testing.TEST_TIMEOUT_MS}, which is in a jar that may be
     * absent.
     */
    private static int timeoutMs() {
        String configured = System.getenv("STORM_TEST_TIMEOUT_MS");
        try {
            return configured == null ? DEFAULT_TIMEOUT_MS : Integer.parseInt(configured);
        } catch (NumberFormatException e) {
            return DEFAULT_TIMEOUT_MS;
        }
    }

    /**
     * Waits until the spouts have emitted that many tuples more than at the last such wait, and all
     * tuples and acks have been processed. Advances simulated time by a second per poll.
     *
     * @param amt the number of tuples
     * @param timeoutMs milliseconds of real time
     * @throws AssertionError if that takes longer, or the spouts emit more tuples
     * @throws IllegalStateException if the thread is interrupted, or time isn't simulated
     */
    public void trackedWait(int amt, int timeoutMs) {
        int target = expectedSpoutEmits + amt;
        long startNs = System.nanoTime();
        while (!isDone(target)) {
            if (System.nanoTime() - startNs > TimeUnit.MILLISECONDS.toNanos(timeoutMs)) {
                throw new AssertionError(
                        "after "
                                + timeoutMs
                                + " ms, spouts have emitted "
                                + globalAmt("spout-emitted")
                                + " tuples (expected "
                                + target
                                + "), "
                                + globalAmt("transferred")
                                + " were transferred and "
                                + globalAmt("processed")
                                + " processed");
            }
            Time.advanceTimeSecs(1);
            try {
                TimeUnit.MILLISECONDS.sleep(POLL_INTERVAL_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for a topology", e);
            }
        }
        expectedSpoutEmits = target;
    }

    private boolean isDone(int target) {
        int processed =
                globalAmt("processed"); // read first: it can only lag behind the other counts
        return globalAmt("spout-emitted") == target && globalAmt("transferred") == processed;
    }

    /**
     * Returns a count of the cluster, over all its topologies.
     *
     * @param key {@code spout-emitted}, {@code transferred} or {@code processed}
     */
    public int globalAmt(String key) {
        Map<?, ?> counts =
                (Map<?, ?>)
                        Objects.requireNonNull(
                                RegisteredGlobalState.getState(trackId),
                                "the tracked cluster is closed");
        return ((AtomicInteger) Objects.requireNonNull(counts.get(key), key)).get();
    }
}
