package io.eyewall.engine.executor;

import io.eyewall.rules.EmitIntervalEstimator;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.policy.IWaitStrategy;
import org.apache.storm.policy.WaitStrategyPark;
import org.apache.storm.policy.WaitStrategyProgressive;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.ReflectionUtils;
import org.jspecify.annotations.Nullable;

/**
 * The back-off of a spout whose nextTuple emitted nothing. Storm's two strategies are translated to
 * delays, since a core must not sleep for one spout. A strategy class of the user runs on the
 * thread of its spout's executor, which is dedicated in that case (Storm:
 * policy/WaitStrategyProgressive.java, WaitStrategyPark.java).
 *
 * @param eagerCalls number of empty calls that are followed by the next one immediately
 * @param delayNs nanoseconds between further calls
 * @param followsEmitInterval whether a spout that emits often is called sooner than after {@code
 *     delayNs}; see {@link EmitIntervalEstimator}
 * @param custom the user's strategy, or null
 */
public record SpoutWait(
        int eagerCalls, long delayNs, boolean followsEmitInterval, @Nullable IWaitStrategy custom) {
    private static final int STORM_SLEEP_MS = 1;

    static SpoutWait parse(Map<String, Object> conf, String where) {
        String name = (String) conf.get(Config.TOPOLOGY_SPOUT_WAIT_STRATEGY);
        if (name == null || name.equals(WaitStrategyProgressive.class.getName())) {
            int eager =
                    integer(conf, Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL1_COUNT, 0)
                            + integer(conf, Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL2_COUNT, 0);
            int millis =
                    integer(
                            conf,
                            Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL3_SLEEP_MILLIS,
                            STORM_SLEEP_MS);
            // An equal value is taken to mean that the user has not changed Storm's default.
            boolean isStormDefault = millis == STORM_SLEEP_MS;
            return new SpoutWait(eager, millis * 1_000_000L, isStormDefault, null);
        }
        if (name.equals(WaitStrategyPark.class.getName())) {
            int micros = integer(conf, Config.TOPOLOGY_SPOUT_WAIT_PARK_MICROSEC, 100);
            return new SpoutWait(0, micros * 1_000L, false, null);
        }
        try {
            IWaitStrategy strategy = ReflectionUtils.newInstance(name);
            strategy.prepare(conf, IWaitStrategy.WaitSituation.SPOUT_WAIT);
            return new SpoutWait(0, 0, false, strategy);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    where
                            + ": "
                            + Config.TOPOLOGY_SPOUT_WAIT_STRATEGY
                            + " must name a class that implements IWaitStrategy, but "
                            + name
                            + " cannot be used: "
                            + e.getMessage(),
                    e);
        }
    }

    private static int integer(Map<String, Object> conf, String key, int defaultValue) {
        return ObjectReader.getInt(conf.get(key), defaultValue);
    }
}
