package io.eyewall.server.rest;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A path of the REST API with its handler.
 *
 * @param method GET or POST
 * @param pattern segments of the path; a segment in braces is a variable, which matches any text
 * @param handler returns the JSON body of the answer
 */
record RestRoute(String method, List<String> pattern, Handler handler) {
    /** Queries Nimbus and assembles the answer. */
    interface Handler {
        /**
         * Answers a request.
         *
         * @return an object that can be written as JSON
         * @throws Exception any error; it is reported to the client
         */
        Map<String, ?> answer(RestCall call) throws Exception;
    }

    static RestRoute get(String pattern, Handler handler) {
        return new RestRoute("GET", List.of(pattern.split("/")), handler);
    }

    static RestRoute post(String pattern, Handler handler) {
        return new RestRoute("POST", List.of(pattern.split("/")), handler);
    }

    /**
     * Returns the values of the pattern's variables; null if the path does not match.
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

    /** Returns whether the path names a topology, which must exist. */
    boolean namesTopology() {
        return pattern.contains("{id}");
    }
}
