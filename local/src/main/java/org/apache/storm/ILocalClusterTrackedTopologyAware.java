package org.apache.storm;

import java.util.Map;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.testing.TrackedTopology;
import org.apache.storm.thrift.TException;

/**
 * Stands in for Storm's interface of this name: a local cluster that takes tracked topologies too.
 */
@SuppressWarnings({"overloads", "try"}) // as in Storm
public interface ILocalClusterTrackedTopologyAware extends ILocalCluster {
    /**
     * As {@link ILocalCluster#submitTopology} with what {@code topology} wraps.
     *
     * @throws TException as that
     */
    ILocalTopology submitTopology(
            String topologyName, Map<String, Object> conf, TrackedTopology topology)
            throws TException;

    /**
     * As {@link ILocalCluster#submitTopologyWithOpts} with what {@code topology} wraps.
     *
     * @throws TException as that
     */
    ILocalTopology submitTopologyWithOpts(
            String topologyName,
            Map<String, Object> conf,
            TrackedTopology topology,
            SubmitOptions submitOpts)
            throws TException;
}
