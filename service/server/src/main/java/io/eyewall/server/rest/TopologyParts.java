package io.eyewall.server.rest;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.storm.generated.ExecutorSummary;
import org.apache.storm.thrift.TException;

/** Small pages of a topology. */
final class TopologyParts {
    private TopologyParts() {}

    /** Returns the workers of the topology. */
    static Map<String, Object> workers(RestCall call) throws TException {
        Set<Map<String, Object>> workers = new LinkedHashSet<>();
        for (ExecutorSummary executor :
                call.nimbus().getTopologyInfo(call.topologyId()).get_executors()) {
            workers.add(Map.of("host", executor.get_host(), "port", executor.get_port()));
        }
        return Map.of(
                "hostPortList",
                workers,
                "logviewerPort",
                call.conf().logviewerPort(),
                "logviewerScheme",
                call.conf().logviewerScheme());
    }

    /**
     * Returns no lag of Kafka spouts: Storm's UI doesn't compute it by default, nor does Eyewall.
     */
    static Map<String, Object> lag(RestCall call) {
        return Map.of();
    }
}
