package io.eyewall.server.rest;

import io.eyewall.control.health.Health;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.storm.generated.Nimbus;

/**
 * A parsed request, as handlers get it.
 *
 * @param nimbus answers the request
 * @param conf settings of the pages
 * @param health returns a topology's health by its id; empty if it is unknown
 * @param variables variables in the path, decoded
 * @param query parameters of the request
 * @param body empty for none
 */
record RestCall(
        Nimbus.Iface nimbus,
        UiConf conf,
        Function<String, Optional<Health>> health,
        Map<String, String> variables,
        Query query,
        String body) {
    /** Adds a topology's health to its row or page; Storm has no key for it. */
    void putHealth(Map<String, Object> row, String id) {
        health.apply(id)
                .ifPresent(
                        found -> {
                            row.put("eyewallHealth", found.word().text());
                            row.put("eyewallHealthWhy", found.why());
                        });
    }

    /** Returns the id of the topology that the path names. */
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
