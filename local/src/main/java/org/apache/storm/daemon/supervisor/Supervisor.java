package org.apache.storm.daemon.supervisor;

import java.util.Objects;
import org.apache.storm.daemon.DaemonCommon;

/**
 * Stands in for Storm's class of this name: a supervisor that is counted by {@code
 * LocalCluster.getClusterInfo} and runs nothing, since topologies run in the process itself. Any
 * thread may call.
 */
public class Supervisor implements DaemonCommon, AutoCloseable {
    private final String id;

    /**
     * @param id unique in the cluster
     */
    public Supervisor(String id) {
        this.id = Objects.requireNonNull(id, "id");
    }

    /** Unique in the cluster. */
    public String getId() {
        return id;
    }

    /** True: it has nothing to do. */
    @Override
    public boolean isWaiting() {
        return true;
    }

    /** Does nothing: there is nothing to end. */
    @Override
    public void close() {}
}
