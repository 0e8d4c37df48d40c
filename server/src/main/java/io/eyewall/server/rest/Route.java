package io.eyewall.server.rest;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A path of the REST API with its handler.
 *
 * @param method GET or POST
 * @param pattern segments of the path; one in braces stands for any, and names it
 * @param handler answers with a body of JSON
 */
record Route(String method, List<String> pattern, Handler handler) {
    /** Asks Nimbus, and puts together what it says. */
    interface Handler {
        /**
         * @return what JSON can hold
         * @throws Exception whatever goes wrong; the client is told
         */
        Map<String, ?> answer(Call call) throws Exception;
    }

    static Route get(String pattern, Handler handler) {
        return new Route("GET", List.of(pattern.split("/")), handler);
    }

    static Route post(String pattern, Handler handler) {
        return new Route("POST", List.of(pattern.split("/")), handler);
    }

    /**
     * Returns the values of the pattern's names; null if the path does not match.
     *
     * @param segments decoded
     */
    @Nullable Map<String, String> match(List<String> segments) {
        if (segments.size() != pattern.size()) {
            return null;
        }
        Map<String, String> variables = new HashMap<>();
        for (int i = 0; i < segments.size(); i++) {
            String expected = pattern.get(i);
            if (expected.startsWith("{")) {
                variables.put(expected.substring(1, expected.length() - 1), segments.get(i));
            } else if (!expected.equals(segments.get(i))) {
                return null;
            }
        }
        return variables;
    }

    /** Whether it is about one topology, which has to be there. */
    boolean isOfTopology() {
        return pattern.contains("{id}");
    }
}
