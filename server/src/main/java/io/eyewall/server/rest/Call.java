package io.eyewall.server.rest;

import java.util.Map;
import org.apache.storm.generated.Nimbus;

/**
 * A request on its way to Nimbus.
 *
 * @param nimbus who knows
 * @param conf of the pages
 * @param variables what the path names, decoded
 * @param query parameters
 * @param body empty for none
 */
record Call(
        Nimbus.Iface nimbus, UiConf conf, Map<String, String> variables, Query query, String body) {
    /** The topology that the path names. */
    String topologyId() {
        return variable("id");
    }

    String variable(String name) {
        String value = variables.get(name);
        if (value == null) {
            throw new IllegalStateException("the route has no variable " + name);
        }
        return value;
    }
}
