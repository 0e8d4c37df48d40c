package io.eyewall.cli.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a process is asked for: to show its placement or, if there is an algorithm, to use that.
 *
 * @param algorithm a name that the process knows, or null
 * @param parameters of the algorithm, as far as they are not to have their defaults
 * @param periodSecs seconds from one look to the next, or null for no change
 */
record PlanRequest(
        @Nullable String algorithm, Map<String, Double> parameters, @Nullable Integer periodSecs) {
    /** To show its placement. */
    static final PlanRequest SHOW = new PlanRequest(null, Map.of(), null);

    private static final String PERIOD = "every ";

    /** As it goes over the wire: nothing, or a line for the algorithm and one for each setting. */
    String encode() {
        if (algorithm == null) {
            return "";
        }
        List<String> lines = new ArrayList<>(List.of(algorithm));
        parameters.forEach((name, value) -> lines.add(name + "=" + value));
        if (periodSecs != null) {
            lines.add(PERIOD + periodSecs);
        }
        return String.join("\n", lines);
    }

    /**
     * The inverse of {@link #encode}.
     *
     * @throws IllegalArgumentException if it is nothing that encode gives
     */
    static PlanRequest decode(String text) {
        if (text.isEmpty()) {
            return SHOW;
        }
        List<String> lines = text.lines().toList();
        Map<String, Double> parameters = new TreeMap<>();
        Integer periodSecs = null;
        for (String line : lines.subList(1, lines.size())) {
            int equals = line.indexOf('=');
            if (line.startsWith(PERIOD)) {
                periodSecs = Integer.valueOf(line.substring(PERIOD.length()));
            } else if (equals > 0) {
                parameters.put(
                        line.substring(0, equals), Double.valueOf(line.substring(equals + 1)));
            } else {
                throw new IllegalArgumentException(
                        "'" + line + "' is neither NAME=VALUE nor a period");
            }
        }
        return new PlanRequest(lines.get(0), parameters, periodSecs);
    }
}
