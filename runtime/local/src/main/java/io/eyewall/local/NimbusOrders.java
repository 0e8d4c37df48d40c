package io.eyewall.local;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.Config;
import org.apache.storm.generated.Credentials;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.utils.ObjectReader;

/**
 * Carries out Nimbus's calls that change topologies, in this process or in another. Any thread may
 * call; a slow topology delays only operations on itself.
 */
final class NimbusOrders {
    /** The longest time for which an operation on a topology that is being updated is retried. */
    private static final long MAX_RETRY_NS = TimeUnit.SECONDS.toNanos(5);

    private static final long RETRY_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Submissions submissions;

    NimbusOrders(Submissions submissions) {
        this.submissions = submissions;
    }

    /** An operation on one topology. */
    private interface Operation {
        void apply(Submission submission);
    }

    /**
     * Applies an operation to the topology that has the name. Tries again while an update of the
     * topology is replacing it, for {@link #MAX_RETRY_NS} at most.
     */
    private void apply(String name, Operation operation) throws NotAliveException {
        long beginNs = System.nanoTime();
        while (true) {
            try {
                operation.apply(submissions.byName(name));
                return;
            } catch (ReplacedException e) {
                // An interrupted thread would not park, but retry in a busy loop.
                if (System.nanoTime() - beginNs > MAX_RETRY_NS
                        || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                LockSupport.parkNanos(RETRY_INTERVAL_NS);
            }
        }
    }

    /**
     * Kills a topology, which is closed after the wait time of the options, or {@code
     * topology.message.timeout.secs}. Returns without waiting for the topology's end; its name is
     * free when it is over.
     */
    void kill(String name, KillOptions options) throws NotAliveException {
        Submission submission = submissions.byName(name);
        int waitSecs =
                options.is_set_wait_secs()
                        ? options.get_wait_secs()
                        : ObjectReader.getInt(
                                submission
                                        .topology()
                                        .plan()
                                        .conf()
                                        .get(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS));
        apply(name, target -> target.kill(Duration.ofSeconds(waitSecs)));
        submissions.removeIfOver(name); // not before: the kill finds the topology by its name
    }

    void activate(String name) throws NotAliveException {
        apply(name, Submission::activate);
    }

    void deactivate(String name) throws NotAliveException {
        apply(name, Submission::deactivate);
    }

    /**
     * Changes the numbers of executors while the topology runs, after the rebalances that are in
     * progress. Returns when the change is done; a topology that does not open in time is
     * rebalanced later. There are no workers, so the wait time and the number of workers have no
     * effect, and resources are only reported (Storm: daemon/nimbus/Nimbus.java {@code rebalance},
     * which restarts the topology).
     *
     * @throws InvalidTopologyException if a number is less than 1, there is no such component, or
     *     the options change a configuration key that can't change while the topology runs
     */
    void rebalance(String name, RebalanceOptions options)
            throws NotAliveException, InvalidTopologyException {
        submissions.byName(name).rebalance(options);
    }

    void debug(String name, String component, boolean enable, double samplingPercentage)
            throws NotAliveException {
        submissions.byName(name).setDebug(component, enable, samplingPercentage);
    }

    void setCredentials(String name, Credentials credentials) throws NotAliveException {
        apply(name, target -> target.setCredentials(credentials.get_creds()));
    }
}
