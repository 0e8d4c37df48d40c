package org.apache.storm;

import io.eyewall.local.ClusterOptions;
import io.eyewall.local.SupervisorList;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.storm.daemon.nimbus.Nimbus;
import org.apache.storm.daemon.supervisor.Supervisor;
import org.apache.storm.generated.SupervisorSummary;
import org.apache.storm.utils.Time;

/**
 * Operations of a test on its {@link LocalCluster} beside submitting topologies: it adds and kills
 * supervisors, and sets time. Any thread may call.
 */
abstract class ClusterControls extends Nimbus {
    private static final int DEFAULT_SLOTS = 2;
    private static final long IDLE_TIMEOUT_MS = 10_000;

    private final SupervisorList supervisors = new SupervisorList();

    ClusterControls(ClusterOptions options) {
        super(options.clusterConf(), options.trackId(), options.blobStore());
        for (int i = 0; i < options.supervisors(); i++) {
            supervisors.add(options.portsPerSupervisor(), null);
        }
    }

    /** The supervisor with this id, or null. */
    public Supervisor getSupervisor(String id) {
        return supervisors.get(id);
    }

    /** Counts this supervisor no more. Topologies go on. */
    public void killSupervisor(String id) {
        supervisors.kill(id);
    }

    /**
     * Counts one supervisor more, with two slots.
     *
     * @throws Exception never; Storm declares it
     */
    public Supervisor addSupervisor() throws Exception {
        return addSupervisor(null, null, null);
    }

    /**
     * Counts one supervisor more.
     *
     * @param ports slots; null for two
     * @throws Exception never; Storm declares it
     */
    public Supervisor addSupervisor(Number ports) throws Exception {
        return addSupervisor(ports, null, null);
    }

    /**
     * Counts one supervisor more.
     *
     * @param ports slots; null for two
     * @param id null for a random one
     * @throws Exception never; Storm declares it
     */
    public Supervisor addSupervisor(Number ports, String id) throws Exception {
        return addSupervisor(ports, null, id);
    }

    /**
     * Counts one supervisor more.
     *
     * @param ports slots; null for two
     * @param conf not used: it has nothing to do
     * @param id null for a random one
     * @throws Exception never; Storm declares it
     */
    public Supervisor addSupervisor(Number ports, Map<String, Object> conf, String id)
            throws Exception {
        return supervisors.add(ports == null ? DEFAULT_SLOTS : ports.intValue(), id);
    }

    @Override
    protected List<SupervisorSummary> supervisors(int topologies) {
        return supervisors.summaries(views(), topologies);
    }

    /**
     * Waits, up to ten seconds of real time, until what is due has been done, and each spout that
     * had nothing has been asked once more; executors may have work left.
     *
     * @throws InterruptedException if the caller is interrupted while it waits
     * @throws AssertionError if it takes longer
     */
    public void waitForIdle() throws InterruptedException {
        waitForIdle(IDLE_TIMEOUT_MS);
    }

    /**
     * The same with another limit.
     *
     * @param timeoutMs milliseconds of real time
     * @throws InterruptedException if the caller is interrupted while it waits
     * @throws AssertionError if it takes longer
     */
    public void waitForIdle(long timeoutMs) throws InterruptedException {
        if (!awaitDueTimers(Duration.ofMillis(timeoutMs))) {
            throw new AssertionError(
                    "after "
                            + timeoutMs
                            + " ms, the engine has not done what is due; user code may be blocking"
                            + " a core while eyewall.blocking.threshold.ms is 0");
        }
    }

    /**
     * Sets simulated time forward, second by second, and lets happen what is due.
     *
     * @throws IllegalStateException if time isn't simulated
     */
    public void advanceClusterTime(int secs) throws InterruptedException {
        advanceClusterTime(secs, 1);
    }

    /**
     * Sets simulated time forward and lets happen what is due.
     *
     * @param secs in all
     * @param steps seconds at a time
     * @throws IllegalStateException if time isn't simulated
     */
    public void advanceClusterTime(int secs, int steps) throws InterruptedException {
        if (steps <= 0) {
            throw new IllegalArgumentException(
                    "cluster time can't be advanced by steps of " + steps + " s; give 1 or more");
        }
        waitForIdle();
        for (int left = secs; left > 0; left -= steps) {
            Time.advanceTimeSecs(Math.min(steps, left));
            waitForIdle();
        }
    }
}
