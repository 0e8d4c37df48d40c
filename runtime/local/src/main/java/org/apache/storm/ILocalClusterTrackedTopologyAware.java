package org.apache.storm;

import java.util.Map;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.testing.TrackedTopology;
import org.apache.storm.thrift.TException;

/**
 * Replaces Storm's interface of this name: a local cluster that also accepts tracked topologies.
 */
@SuppressWarnings({"overloads", "try"}) // as in Storm
public interface ILocalClusterTrackedTopologyAware extends ILocalCluster {
    /**
     * Submits like {@link ILocalCluster#submitTopology} the topology that {@code topology} wraps.
     *
     * @throws TException as in that method
     */
    ILocalTopology submitTopology(
            String topologyName, Map<String, Object> conf, TrackedTopology topology)
            throws TException;

    /**
     * Submits like {@link ILocalCluster#submitTopologyWithOpts} the topology that {@code topology}
     * wraps.
     *
     * @throws TException as in that method
     */
    ILocalTopology submitTopologyWithOpts(
            String topologyName,
            Map<String, Object> conf,
            TrackedTopology topology,
            SubmitOptions submitOpts)
            throws TException;
}
