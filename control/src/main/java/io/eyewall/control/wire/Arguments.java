package io.eyewall.control.wire;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What calls are given, each as one JSON object. */
public final class Arguments {
    private Arguments() {}

    /** Of {@code kill}. */
    public record Kill(Duration limit) {}

    /** Of {@code await} and {@code awaitStarted}. */
    public record Await(Duration limit) {}

    /** Of {@code rebalance}. */
    public record Rebalance(
            Map<String, Integer> executorCounts,
            Map<String, Object> confOverrides,
            Duration limit) {}

    /** Of {@code setCredentials}. */
    public record Credentials(Map<String, String> credentials) {}

    /** Of {@code setDebug}. */
    public record Debug(String componentId, boolean enabled, double samplingPercent) {}

    /**
     * Of {@code plan}.
     *
     * @param known version of the plan that the asker has, 0 for none
     */
    public record Plan(long known) {}

    /** Of {@code placement.use}; the parameters as far as they are not to have their defaults. */
    public record Placement(
            String algorithm, Map<String, Double> parameters, @Nullable Integer periodSecs) {}
}
