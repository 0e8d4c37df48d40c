package io.eyewall.console.action;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What somebody at a page wants.
 *
 * @param topology key of the topology
 * @param action what to do
 * @param waitSecs of {@code kill}: how long tuples under way may still be processed
 * @param executors of {@code rebalance}: how many a component is to have
 * @param algorithm of {@code placement}
 * @param task of {@code move}: one of the executor's
 * @param core of {@code move}: where it is to stay; -1: anywhere
 */
@JsonIgnoreProperties(ignoreUnknown = false)
record Wish(
        @Nullable String topology,
        @Nullable String action,
        @Nullable Integer waitSecs,
        @Nullable Map<String, Integer> executors,
        @Nullable String algorithm,
        @Nullable Integer task,
        @Nullable Integer core) {}
