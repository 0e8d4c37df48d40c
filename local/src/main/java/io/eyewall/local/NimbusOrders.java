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
 * Nimbus's operations that change topologies, of this process or of another. Any thread may call; a
 * topology that takes its time holds up orders to itself alone.
 */
public abstract class NimbusOrders extends NimbusQueries {
    private static final long REPLACED_LIMIT_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long REPLACED_POLL_NS = TimeUnit.MILLISECONDS.toNanos(10);

    /** As {@link NimbusQueries}. */
    protected NimbusOrders(Map<String, Object> daemonConf, Supplier<BlobStore> blobs) {
        super(daemonConf, blobs);
    }

    /**
     * From now on the topology is listed.
     *
     * @param active whether its spouts are to start at once
     */
    protected final void add(RunningTopology topology, boolean active) {
        submissions.add(new Submission(topology, active));
    }

    /** Whether a topology of that name is not over. */
    protected final boolean isTaken(String name) {
        return submissions.isTaken(name);
    }

    /**
     * The topology of that id.
     *
     * @throws NotAliveException if there is none
     */
    protected final RunningTopology topology(String id) throws NotAliveException {
        return submissions.byId(id).topology();
    }

    /**
     * Reads the configuration of a topology.
     *
     * @throws InvalidTopologyException if it is not a JSON object
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
     * Checks the configuration of a topology, and does to it what Nimbus does to all.
     *
     * @throws IllegalArgumentException if a value has the wrong type or range
     */
    protected static void accept(Map<String, Object> conf) {
        ConfValidator.validate(conf);
        conf.put(Config.TOPOLOGY_SUBMITTER_USER, System.getProperty("user.name"));
        conf.put(Config.TOPOLOGY_SUBMITTER_PRINCIPAL, "");
        // Storm's clients make these up for a ZooKeeper that there is none of here.
        conf.remove(Config.STORM_ZOOKEEPER_TOPOLOGY_AUTH_SCHEME);
        conf.remove(Config.STORM_ZOOKEEPER_TOPOLOGY_AUTH_PAYLOAD);
    }

    /** The same for Storm's clients. */
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

    /** An order to one topology. */
    private interface Order {
        /** Gives it. */
        void give(Submission submission);
    }

    /** Gives an order to who has the name, also when an update takes it over at that moment. */
    private void order(String name, Order order) throws NotAliveException {
        long beginNs = System.nanoTime();
        while (true) {
            try {
                order.give(submissions.byName(name));
                return;
            } catch (ReplacedException e) {
                if (System.nanoTime() - beginNs > REPLACED_LIMIT_NS) {
                    throw e;
                }
                LockSupport.parkNanos(REPLACED_POLL_NS);
            }
        }
    }

    /** Frees the name of a topology that has failed. */
    final void forgetFailed(String name) {
        submissions.forgetFailed(name);
    }

    /** Waits for {@code topology.message.timeout.secs} before it closes the topology. */
    @Override
    public void killTopology(String name) throws NotAliveException {
        killTopologyWithOpts(name, new KillOptions());
    }

    /** Returns at once; the topology's name is free when it is over. */
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
        order(name, each -> each.kill(Duration.ofSeconds(waitSecs)));
        submissions.forgetFailed(name); // not before: the order finds it by its name
    }

    @Override
    public void activate(String name) throws NotAliveException {
        order(name, Submission::activate);
    }

    @Override
    public void deactivate(String name) throws NotAliveException {
        order(name, Submission::deactivate);
    }

    /**
     * Changes the numbers of executors while the topology runs, after the orders that are under
     * way; returns when it is done, or at once while the topology is opening. There are no workers,
     * so wait time and workers have no effect, and resources are shown only (Storm:
     * daemon/nimbus/Nimbus.java {@code rebalance}, which starts the topology anew).
     *
     * @throws InvalidTopologyException if a number is less than 1, there is no such component, or
     *     the options change a key of the configuration that can't change while it runs
     */
    @Override
    public void rebalance(String name, RebalanceOptions options)
            throws NotAliveException, InvalidTopologyException {
        submissions.byName(name).rebalance(options);
    }

    @Override
    public void debug(String name, String component, boolean enable, double samplingPercentage)
            throws NotAliveException {
        submissions.byName(name).debug(component, enable, samplingPercentage);
    }

    @Override
    public void uploadNewCredentials(String name, Credentials credentials)
            throws NotAliveException {
        order(name, each -> each.setCredentials(credentials.get_creds()));
    }

    @Override
    public boolean isTopologyNameAllowed(String name) {
        try {
            TopologyName.check(name);
        } catch (IllegalArgumentException e) {
            return false;
        }
        return !submissions.isTaken(name);
    }
}
