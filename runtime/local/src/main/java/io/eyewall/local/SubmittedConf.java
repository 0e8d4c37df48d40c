package io.eyewall.local;

import java.util.Map;
import java.util.Objects;
import org.apache.storm.Config;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.utils.WrappedInvalidTopologyException;

/** The configuration of a topology as it arrives with a submission. */
public final class SubmittedConf {
    private SubmittedConf() {}

    /**
     * Parses the configuration of a topology.
     *
     * @throws InvalidTopologyException if the text is not a JSON object
     */
    public static Map<String, Object> parse(String json) throws InvalidTopologyException {
        try {
            return StormConf.parse(json);
        } catch (IllegalArgumentException e) {
            throw invalid(e);
        }
    }

    /**
     * Checks the configuration of a topology, and sets and removes the keys that Storm's Nimbus
     * does.
     *
     * @param conf changed
     * @throws IllegalArgumentException if a value has the wrong type or range
     */
    public static void accept(Map<String, Object> conf) {
        ConfValidator.validate(conf);
        conf.put(Config.TOPOLOGY_SUBMITTER_USER, System.getProperty("user.name"));
        conf.put(Config.TOPOLOGY_SUBMITTER_PRINCIPAL, "");
        // Storm's clients generate these keys for a ZooKeeper, and there is none here.
        conf.remove(Config.STORM_ZOOKEEPER_TOPOLOGY_AUTH_SCHEME);
        conf.remove(Config.STORM_ZOOKEEPER_TOPOLOGY_AUTH_PAYLOAD);
    }

    /** Converts an exception into the one that Storm's clients expect. */
    public static InvalidTopologyException invalid(IllegalArgumentException cause) {
        InvalidTopologyException e =
                new WrappedInvalidTopologyException(
                        Objects.requireNonNullElse(cause.getMessage(), cause.toString()));
        e.initCause(cause);
        return e;
    }
}
