package org.apache.storm;

import io.eyewall.local.ClusterOptions;
import io.eyewall.local.SupervisorList;
import java.time.Duration;
import java.util.Map;
import org.apache.storm.daemon.nimbus.Nimbus;
import org.apache.storm.daemon.supervisor.Supervisor;
import org.apache.storm.utils.Time;

/**
 * Operations by which a test controls its {@link LocalCluster}: it adds and kills supervisors, and
 * advances simulated time. Any thread may call.
 */
abstract class ClusterControls extends Nimbus {
    private static final int DEFAULT_SLOTS = 2;
    private static final long IDLE_TIMEOUT_MS = 10_000;

    private final SupervisorList supervisors;

    ClusterControls(ClusterOptions options) {
        this(options, new SupervisorList());
    }

    private ClusterControls(ClusterOptions options, SupervisorList supervisors) {
        super(options.clusterConf(), options.trackId(), options.blobStore(), supervisors);
        this.supervisors = supervisors;
        for (int i = 0; i < options.supervisors(); i++) {
            supervisors.add(options.portsPerSupervisor(), null);
        }
    }

    /** Returns the supervisor with this id, or null. */
    public Supervisor getSupervisor(String id) {
        return supervisors.get(id);
    }

    /** Removes a supervisor from those that the cluster reports. Topologies continue to run. */
    public void killSupervisor(String id) {
        supervisors.kill(id);
    }

    /**
     * Adds a supervisor with two slots to those that the cluster reports.
     *
     * @throws Exception never; Storm declares it
     */
    public Supervisor addSupervisor() throws Exception {
        return addSupervisor(null, null, null);
    }

    /**
     * Adds a supervisor to those that the cluster reports.
     *
     * @param ports the number of slots; null for two
     * @throws Exception never; Storm declares it
     */
    public Supervisor addSupervisor(Number ports) throws Exception {
        return addSupervisor(ports, null, null);
    }

    /**
     * Adds a supervisor to those that the cluster reports.
     *
     * @param ports the number of slots; null for two
     * @param id null for a random one
     * @throws Exception never; Storm declares it
     */
    public Supervisor addSupervisor(Number ports, String id) throws Exception {
        return addSupervisor(ports, null, id);
    }

    /**
     * Adds a supervisor to those that the cluster reports.
     *
     * @param ports the number of slots; null for two
     * @param conf ignored: the supervisor runs nothing
     * @param id null for a random one
     * @throws Exception never; Storm declares it
     */
    public Supervisor addSupervisor(Number ports, Map<String, Object> conf, String id)
            throws Exception {
        return supervisors.add(ports == null ? DEFAULT_SLOTS : ports.intValue(), id);
    }

    /**
     * Waits, up to ten seconds of real time, until all due timers have run, and each spout that was
     * idle has been called once more. Executors may have work left.
     *
     * @throws InterruptedException if the caller is interrupted while it waits
     * @throws AssertionError if it takes longer
     */
    public void waitForIdle() throws InterruptedException {
        waitForIdle(IDLE_TIMEOUT_MS);
    }

    /**
     * Waits like {@link #waitForIdle()}, with another limit.
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
                            + " ms, the engine has not run all due timers; user code may be"
                            + " blocking a core while eyewall.blocking.threshold.ms is 0");
        }
    }

    /**
     * Advances simulated time second by second; after each second, waits until all due timers have
     * run.
     *
     * @throws IllegalStateException if time isn't simulated
     */
    public void advanceClusterTime(int secs) throws InterruptedException {
        advanceClusterTime(secs, 1);
    }

    /**
     * Advances simulated time in steps; after each step, waits until all due timers have run.
     *
     * @param secs the total number of seconds
     * @param steps the seconds of one step
     * @throws IllegalStateException if time isn't simulated
     */
    public void advanceClusterTime(int secs, int steps) throws InterruptedException {
        if (steps <= 0) {
            throw new IllegalArgumentException(
                    "cluster time can't be advanced by steps of " + steps + " s; give 1 or more");
        }
        waitForIdle();
        for (int remainingSecs = secs; remainingSecs > 0; remainingSecs -= steps) {
            Time.advanceTimeSecs(Math.min(steps, remainingSecs));
            waitForIdle();
        }
    }
}
