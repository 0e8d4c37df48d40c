package io.eyewall.local;

import java.util.HashMap;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.blobstore.BlobStore;
import org.jspecify.annotations.Nullable;

/**
 * The options of a {@code LocalCluster.Builder}. Used by one thread, until the cluster is built.
 */
public final class ClusterOptions {
    private final Map<String, Object> daemonConf = new HashMap<>();
    private int supervisors = 2;
    private int portsPerSupervisor = 3;
    private boolean nimbusDaemon;
    private boolean simulatedTime;
    private @Nullable String trackId;
    private @Nullable BlobStore blobStore;

    /**
     * @throws IllegalArgumentException if the number is less than 0
     */
    public void supervisors(int count) {
        if (count < 0) {
            throw new IllegalArgumentException(
                    "a cluster can't have " + count + " supervisors; give 0 or more");
        }
        supervisors = count;
    }

    public int supervisors() {
        return supervisors;
    }

    /**
     * @throws IllegalArgumentException if the number is less than 0
     */
    public void portsPerSupervisor(int count) {
        if (count < 0) {
            throw new IllegalArgumentException(
                    "a supervisor can't have " + count + " ports; give 0 or more");
        }
        portsPerSupervisor = count;
    }

    public int portsPerSupervisor() {
        return portsPerSupervisor;
    }

    /**
     * Checks a port and ignores it: supervisors have no ports here.
     *
     * @throws IllegalArgumentException if it is not a port number
     */
    public void slotPortMin(@Nullable Number port) {
        if (port != null && port.intValue() <= 0) {
            throw new IllegalArgumentException(
                    "ports of supervisors can't begin at " + port + "; give 1 or more");
        }
    }

    /** Replaces all keys that were set before; null changes nothing. */
    public void daemonConf(@Nullable Map<String, Object> conf) {
        if (conf != null) {
            daemonConf.clear();
            daemonConf.putAll(conf);
        }
    }

    public void daemonConf(String key, Object value) {
        daemonConf.put(key, value);
    }

    /** Sets whether Storm's clients reach the cluster through a Thrift server; null means no. */
    public void nimbusDaemon(@Nullable Boolean enabled) {
        nimbusDaemon = Boolean.TRUE.equals(enabled);
    }

    public boolean nimbusDaemon() {
        return nimbusDaemon;
    }

    public void simulatedTime(boolean simulate) {
        simulatedTime = simulate;
    }

    public boolean simulatedTime() {
        return simulatedTime;
    }

    /**
     * Sets the id under which the cluster's tuples are counted.
     *
     * @param id unique in the process; null to count nothing
     */
    public void trackId(@Nullable String id) {
        trackId = id;
    }

    public @Nullable String trackId() {
        return trackId;
    }

    /** Sets the blob store; null for Eyewall's own. */
    public void blobStore(@Nullable BlobStore store) {
        blobStore = store;
    }

    public @Nullable BlobStore blobStore() {
        return blobStore;
    }

    /**
     * Rejects a replacement for a part of Storm that can't be replaced here.
     *
     * @param builderMethod the name of the builder's method, for the message
     * @throws UnsupportedOperationException unless the part is null, which requests no replacement
     */
    public void rejectReplacement(String builderMethod, @Nullable Object part) {
        if (part != null) {
            throw new UnsupportedOperationException(
                    "LocalCluster: "
                            + builderMethod
                            + " is not supported by Eyewall: leave it out, this part of Storm"
                            + " doesn't exist here");
        }
    }

    /**
     * Returns the configuration of the cluster's daemons: these settings over Storm's for local
     * mode.
     */
    public Map<String, Object> clusterConf() {
        Map<String, Object> conf = StormConf.localMode();
        conf.put(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, false);
        conf.putAll(daemonConf);
        if (daemonConf.containsKey(Config.STORM_ZOOKEEPER_SERVERS)) {
            // As on Storm, a ZooKeeper named for this cluster replaces the cluster's own. One that
            // only storm.yaml names belongs to production and is not used for local trials.
            copyUnlessSet(
                    conf, Config.TRANSACTIONAL_ZOOKEEPER_SERVERS, Config.STORM_ZOOKEEPER_SERVERS);
            copyUnlessSet(conf, Config.TRANSACTIONAL_ZOOKEEPER_PORT, Config.STORM_ZOOKEEPER_PORT);
        }
        return conf;
    }

    private static void copyUnlessSet(Map<String, Object> conf, String key, String sourceKey) {
        if (conf.get(key) == null) {
            conf.put(key, conf.get(sourceKey));
        }
    }
}
