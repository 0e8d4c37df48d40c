package org.apache.storm.daemon.supervisor;

import java.util.Objects;
import org.apache.storm.daemon.DaemonCommon;

/**
 * Replaces Storm's class of this name: a supervisor that {@code LocalCluster.getClusterInfo}
 * reports, but that runs nothing, since topologies run in the process itself. Any thread may call.
 */
public class Supervisor implements DaemonCommon, AutoCloseable {
    private final String id;

    /**
     * @param id unique in the cluster
     */
    public Supervisor(String id) {
        this.id = Objects.requireNonNull(id, "id");
    }

    /** Returns the supervisor's id, unique in the cluster. */
    public String getId() {
        return id;
    }

    /** Returns true: a supervisor has nothing to do. */
    @Override
    public boolean isWaiting() {
        return true;
    }

    /** Does nothing: a supervisor holds no resources. */
    @Override
    public void close() {}
}
