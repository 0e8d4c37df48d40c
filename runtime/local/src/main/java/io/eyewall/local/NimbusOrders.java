package io.eyewall.local;

import io.eyewall.engine.RunningTopology;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.storm.Config;
import org.apache.storm.blobstore.BlobStore;
import org.apache.storm.generated.Credentials;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.WrappedInvalidTopologyException;

/**
 * Nimbus's operations that change topologies, in this process or in another. Any thread may call; a
 * slow topology delays only operations on itself.
 */
public abstract class NimbusOrders extends NimbusQueries {
    /** The longest time for which an operation on a topology that is being updated is retried. */
    private static final long MAX_RETRY_NS = TimeUnit.SECONDS.toNanos(5);

    private static final long RETRY_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(10);

    protected NimbusOrders(Map<String, Object> daemonConf, Supplier<BlobStore> blobs) {
        super(daemonConf, blobs);
    }

    /**
     * Adds a topology to the list.
     *
     * @param active whether its spouts start without being activated
     */
    protected final void add(RunningTopology topology, boolean active) {
        submissions.add(new Submission(topology, active));
    }

    /** Returns whether a topology of that name is not over, or is being submitted. */
    protected final boolean isTaken(String name) {
        return submissions.isNameTaken(name);
    }

    /**
     * Returns the topology with that id.
     *
     * @throws NotAliveException if there is none
     */
    protected final RunningTopology topology(String id) throws NotAliveException {
        return submissions.byId(id).topology();
    }

    /**
     * Parses the configuration of a topology.
     *
     * @throws InvalidTopologyException if the text is not a JSON object
     */
    protected static Map<String, Object> arrivedConf(String jsonConf)
            throws InvalidTopologyException {
        try {
            return StormConf.parse(jsonConf);
        } catch (IllegalArgumentException e) {
            throw invalid(e);
        }
    }

    /**
     * Checks the configuration of a topology, and sets and removes the keys that Storm's Nimbus
     * does.
     *
     * @throws IllegalArgumentException if a value has the wrong type or range
     */
    protected static void accept(Map<String, Object> conf) {
        ConfValidator.validate(conf);
        conf.put(Config.TOPOLOGY_SUBMITTER_USER, System.getProperty("user.name"));
        conf.put(Config.TOPOLOGY_SUBMITTER_PRINCIPAL, "");
        // Storm's clients generate these keys for a ZooKeeper, and there is none here.
        conf.remove(Config.STORM_ZOOKEEPER_TOPOLOGY_AUTH_SCHEME);
        conf.remove(Config.STORM_ZOOKEEPER_TOPOLOGY_AUTH_PAYLOAD);
    }

    /** Converts an exception into the one that Storm's clients expect. */
    protected static InvalidTopologyException invalid(IllegalArgumentException cause) {
        InvalidTopologyException e =
                new WrappedInvalidTopologyException(
                        Objects.requireNonNullElse(cause.getMessage(), cause.toString()));
        e.initCause(cause);
        return e;
    }

    @Override
    public void submitTopology(
            String name, String uploadedJarLocation, String jsonConf, StormTopology topology)
            throws TException {
        submitTopologyWithOpts(
                name,
                uploadedJarLocation,
                jsonConf,
                topology,
                new SubmitOptions(TopologyInitialStatus.ACTIVE));
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

    /** Kills a topology, which is closed after {@code topology.message.timeout.secs}. */
    @Override
    public void killTopology(String name) throws NotAliveException {
        killTopologyWithOpts(name, new KillOptions());
    }

    /** Returns without waiting for the topology's end; its name is free when it is over. */
    @Override
    public void killTopologyWithOpts(String name, KillOptions options) throws NotAliveException {
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

    @Override
    public void activate(String name) throws NotAliveException {
        apply(name, Submission::activate);
    }

    @Override
    public void deactivate(String name) throws NotAliveException {
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
    @Override
    public void rebalance(String name, RebalanceOptions options)
            throws NotAliveException, InvalidTopologyException {
        submissions.byName(name).rebalance(options);
    }

    @Override
    public void debug(String name, String component, boolean enable, double samplingPercentage)
            throws NotAliveException {
        submissions.byName(name).setDebug(component, enable, samplingPercentage);
    }

    @Override
    public void uploadNewCredentials(String name, Credentials credentials)
            throws NotAliveException {
        apply(name, target -> target.setCredentials(credentials.get_creds()));
    }

    @Override
    public boolean isTopologyNameAllowed(String name) {
        try {
            TopologyName.check(name);
        } catch (IllegalArgumentException e) {
            return false;
        }
        return !submissions.isNameTaken(name);
    }
}
