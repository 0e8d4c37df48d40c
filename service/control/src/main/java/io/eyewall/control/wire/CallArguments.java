package io.eyewall.control.wire;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The arguments of calls, each as one JSON object. */
public final class CallArguments {
    private CallArguments() {}

    /** The arguments of {@code kill}. */
    public record Kill(Duration limit) {}

    /** The arguments of {@code await} and {@code awaitStarted}. */
    public record Await(Duration limit) {}

    /** The arguments of {@code rebalance}. */
    public record Rebalance(
            Map<String, Integer> executorCounts,
            Map<String, Object> confOverrides,
            Duration limit) {}

    /**
     * The arguments of {@code takeSnapshot}.
     *
     * @param copyTo absolute path of the folder for a copy; null: none
     */
    public record Snapshot(@Nullable String copyTo, Duration limit) {}

    /** The arguments of {@code setCredentials}. */
    public record Credentials(Map<String, String> credentials) {}

    /** The arguments of {@code setDebug}. */
    public record Debug(String componentId, boolean enabled, double samplingPercent) {}

    /**
     * The arguments of {@code plan} and {@code state}.
     *
     * @param known version of the plan that the client has; 0 for none
     */
    public record Plan(long known) {}

    /** The arguments of {@code placement.use}; parameters that are left out have their defaults. */
    public record Placement(
            String algorithm, Map<String, Double> parameters, @Nullable Integer periodSecs) {}
}
