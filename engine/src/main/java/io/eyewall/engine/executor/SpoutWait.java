package io.eyewall.engine.executor;

import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.policy.IWaitStrategy;
import org.apache.storm.policy.WaitStrategyPark;
import org.apache.storm.policy.WaitStrategyProgressive;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.ReflectionUtils;
import org.jspecify.annotations.Nullable;

/**
 * How long a spout whose nextTuple emitted nothing is left alone. Storm's two strategies are turned
 * into delays, since a core must not sleep for one spout; a strategy of the user's own runs on the
 * thread of its spout executor, which is dedicated then (Storm:
 * policy/WaitStrategyProgressive.java, WaitStrategyPark.java).
 *
 * @param eagerCalls empty calls that are followed by the next at once
 * @param delayNs nanoseconds between further calls
 * @param byPace whether they follow sooner on a spout that emits often, see {@link
 *     EmitIntervalEstimator}
 * @param custom the user's own strategy, or null
 */
public record SpoutWait(
        int eagerCalls, long delayNs, boolean byPace, @Nullable IWaitStrategy custom) {
    private static final int STORMS_SLEEP_MS = 1;

    static SpoutWait of(Map<String, Object> conf, String where) {
        String name = (String) conf.get(Config.TOPOLOGY_SPOUT_WAIT_STRATEGY);
        if (name == null || name.equals(WaitStrategyProgressive.class.getName())) {
            int eager =
                    integer(conf, Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL1_COUNT, 0)
                            + integer(conf, Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL2_COUNT, 0);
            int millis =
                    integer(
                            conf,
                            Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL3_SLEEP_MILLIS,
                            STORMS_SLEEP_MS);
            boolean asStorm = millis == STORMS_SLEEP_MS; // nobody has said how long it is to be
            return new SpoutWait(eager, millis * 1_000_000L, asStorm, null);
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
                            + " names "
                            + name
                            + ", which is not a usable IWaitStrategy: "
                            + e.getMessage(),
                    e);
        }
    }

    private static int integer(Map<String, Object> conf, String key, int absent) {
        return ObjectReader.getInt(conf.get(key), absent);
    }
}
