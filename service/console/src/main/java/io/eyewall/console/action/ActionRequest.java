package io.eyewall.console.action;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An action that a user requests on a page, as the page sends it.
 *
 * @param topology key of the topology
 * @param action the name of the action
 * @param waitSecs of {@code kill}: how long pending tuples may still be processed
 * @param executors of {@code rebalance}: the new number of executors by component
 * @param algorithm of {@code placement}: the algorithm's name
 * @param task of {@code move}: any task of the executor
 * @param core of {@code move}: the core to pin the executor to; -1 unpins it
 */
@JsonIgnoreProperties(ignoreUnknown = false)
record ActionRequest(
        @Nullable String topology,
        @Nullable String action,
        @Nullable Integer waitSecs,
        @Nullable Map<String, Integer> executors,
        @Nullable String algorithm,
        @Nullable Integer task,
        @Nullable Integer core) {}
