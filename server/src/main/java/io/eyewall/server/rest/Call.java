package io.eyewall.server.rest;

import io.eyewall.control.health.Health;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.storm.generated.Nimbus;

/**
 * A request on its way to Nimbus.
 *
 * @param nimbus who knows
 * @param conf of the pages
 * @param health how a topology is, by its id; empty where nobody follows that
 * @param variables what the path names, decoded
 * @param query parameters
 * @param body empty for none
 */
record Call(
        Nimbus.Iface nimbus,
        UiConf conf,
        Function<String, Optional<Health>> health,
        Map<String, String> variables,
        Query query,
        String body) {
    /** Adds to a topology's row or page how it is, for which Storm has no key. */
    void putHealth(Map<String, Object> row, String id) {
        health.apply(id)
                .ifPresent(
                        how -> {
                            row.put("eyewallHealth", how.word().text());
                            row.put("eyewallHealthWhy", how.why());
                        });
    }

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
