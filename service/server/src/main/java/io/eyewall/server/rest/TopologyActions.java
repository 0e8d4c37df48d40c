package io.eyewall.server.rest;

import java.util.Map;
import org.apache.storm.generated.GetInfoOptions;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.generated.NumErrorsChoice;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.thrift.TException;

/**
 * The operations on a topology. A request's path has the topology's id, Nimbus expects its name.
 */
final class TopologyActions {
    private TopologyActions() {}

    static Map<String, Object> activate(RestCall call) throws TException {
        call.nimbus().activate(name(call));
        return success(call, "activate");
    }

    static Map<String, Object> deactivate(RestCall call) throws TException {
        call.nimbus().deactivate(name(call));
        return success(call, "deactivate");
    }

    /** Passes on the wait time only: the request's body is ignored, as in Storm's UI. */
    static Map<String, Object> rebalance(RestCall call) throws TException {
        RebalanceOptions options = new RebalanceOptions();
        options.set_wait_secs(Integer.parseInt(call.variable("wait")));
        call.nimbus().rebalance(name(call), options);
        return success(call, "rebalance");
    }

    static Map<String, Object> kill(RestCall call) throws TException {
        KillOptions options = new KillOptions();
        options.set_wait_secs(Integer.parseInt(call.variable("wait")));
        call.nimbus().killTopologyWithOpts(name(call), options);
        return success(call, "kill");
    }

    /**
     * Switches event logging for one component or all; any word but {@code enable} switches it off.
     */
    static Map<String, Object> setDebug(RestCall call) throws TException {
        String action = call.variable("action");
        String component = call.variables().getOrDefault("component", "");
        int percent = Integer.parseInt(call.variable("percent"));
        call.nimbus().debug(name(call), component, action.equals("enable"), percent);
        return success(call, "debug/" + action);
    }

    private static String name(RestCall call) throws TException {
        GetInfoOptions options = new GetInfoOptions();
        options.set_num_err_choice(NumErrorsChoice.NONE);
        return call.nimbus().getTopologyInfoWithOpts(call.topologyId(), options).get_name();
    }

    private static Map<String, Object> success(RestCall call, String operation) {
        return Map.of(
                "topologyOperation",
                operation,
                "topologyId",
                call.topologyId(),
                "status",
                "success");
    }
}
