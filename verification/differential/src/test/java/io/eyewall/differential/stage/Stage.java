package io.eyewall.differential.stage;

import io.eyewall.differential.observation.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.storm.Config;
import org.apache.storm.ILocalCluster;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.thrift.TException;
import org.apache.storm.topology.TopologyBuilder;

/**
 * The environment of a program's driver: a cluster, a probe, and the observation to record.
 *
 * <p>Used by the thread that runs the program. {@link #close} kills the topologies that the program
 * left running.
 */
public final class Stage implements AutoCloseable {
    /**
     * The limit of every wait. Storm starts topologies within seconds, but needs far longer when
     * eight of them start at once on two busy cores.
     */
    private static final long PATIENCE_MS = Long.getLong("differential.patience.ms", 60_000);

    private static final long CALM_MS = 50;
    private static final long MAX_CALM_MS = 500;

    private final String run;
    private ILocalCluster cluster;
    private final Observation seen;
    private final Probe probe;
    private final List<RunningTopology> submitted = new ArrayList<>();
    private boolean clusterClosed;

    /**
     * Creates the stage of a run.
     *
     * @param cluster the cluster; null if the program builds its own
     */
    public Stage(String run, ILocalCluster cluster, Observation seen) {
        this.run = run;
        this.cluster = cluster;
        this.seen = seen;
        this.probe = Probe.of(run);
    }

    public ILocalCluster cluster() {
        return cluster;
    }

    /** Closes the cluster and all topologies on it; only for programs on a cluster of their own. */
    public void closeCluster() throws Exception {
        clusterClosed = true;
        cluster.close();
    }

    /** Runs a driver on a cluster that the program has built, and closes the cluster. */
    public <T extends ILocalCluster> void onBuilt(T built, Driver<T> driver) throws Exception {
        cluster = built;
        try {
            driver.drive(built);
        } finally {
            submitted.clear();
            built.close();
        }
    }

    /** The actions of a program on a cluster. */
    @FunctionalInterface
    public interface Driver<T extends ILocalCluster> {
        void drive(T cluster) throws Exception;
    }

    public Probe probe() {
        return probe;
    }

    /** Returns the name of the run, which is also the name of its first topology. */
    public String name() {
        return run;
    }

    public void fact(String name, Object value) {
        seen.fact(name, value);
    }

    /** Returns a configuration by which the topology's tasks find this stage's probe. */
    public Config conf() {
        Config conf = new Config();
        conf.put(Probe.RUN_KEY, run);
        return conf;
    }

    public RunningTopology submit(TopologyBuilder builder) throws Exception {
        return submit(builder, conf());
    }

    public RunningTopology submit(TopologyBuilder builder, Config conf) throws Exception {
        return submitAs(run, builder.createTopology(), conf);
    }

    public RunningTopology submitAs(String name, StormTopology topology, Config conf)
            throws Exception {
        cluster.submitTopology(name, conf, topology);
        return running(name);
    }

    public RunningTopology submitWithOptions(
            TopologyBuilder builder, Config conf, SubmitOptions options) throws Exception {
        cluster.submitTopologyWithOpts(run, conf, builder.createTopology(), options);
        return running(run);
    }

    private RunningTopology running(String name) {
        RunningTopology topology = new RunningTopology(cluster, name);
        submitted.add(topology);
        return topology;
    }

    /**
     * Waits until a series has {@code wanted} notes and then until no more notes are added: the
     * call that wrote the last of them may be about to write to other series.
     *
     * @throws IllegalStateException if the series had fewer notes at the limit
     */
    public void await(String series, int wanted) throws InterruptedException {
        if (!probe.await(series, wanted, PATIENCE_MS)) {
            throw new IllegalStateException(
                    "series '%s' had %d of %d notes after %d ms; the last: %s"
                            .formatted(
                                    series,
                                    probe.count(series),
                                    wanted,
                                    PATIENCE_MS,
                                    last(probe.notes(series))));
        }
        probe.awaitCalm(CALM_MS, MAX_CALM_MS);
    }

    /** Waits until {@code condition} returns true. */
    public void awaitTrue(String what, Callable<Boolean> condition) throws Exception {
        long deadlineMs = System.currentTimeMillis() + PATIENCE_MS;
        while (!condition.call()) {
            if (System.currentTimeMillis() > deadlineMs) {
                throw new IllegalStateException(what + " did not happen in " + PATIENCE_MS + " ms");
            }
            Thread.sleep(50);
        }
    }

    /** Waits until a series has not grown for {@code quietMs}, and returns its length. */
    public int awaitQuiet(String series, long quietMs) throws InterruptedException {
        int before = -1;
        int now = probe.count(series);
        while (before != now) {
            Thread.sleep(quietMs);
            before = now;
            now = probe.count(series);
        }
        return now;
    }

    /**
     * Returns the values that each pair of tasks exchanged, in order, by {@code
     * source:1->target:2}.
     */
    public Map<String, List<Object>> edges() {
        return probe.notesUnder("edge ");
    }

    /** Returns the number of tuples between each pair of tasks. */
    public Map<String, Integer> edgeCounts() {
        Map<String, Integer> counts = new TreeMap<>();
        edges().forEach((edge, notes) -> counts.put(edge, notes.size()));
        return counts;
    }

    /**
     * Returns the notes of a series, sorted by their text, for notes without a guaranteed order.
     */
    public List<Object> sorted(String series) {
        List<Object> notes = probe.notes(series);
        notes.sort((a, b) -> String.valueOf(a).compareTo(String.valueOf(b)));
        return notes;
    }

    private static Object last(List<Object> notes) {
        return notes.isEmpty() ? "(none)" : notes.get(notes.size() - 1);
    }

    @Override
    public void close() throws TException {
        if (clusterClosed) {
            return;
        }
        for (RunningTopology topology : submitted) {
            String status = topology.status();
            if (!status.equals("GONE") && !status.equals("KILLED")) {
                topology.kill(0);
            }
        }
    }
}
