package io.eyewall.engine.spout;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;

/**
 * No message fails before its timeout has passed since its emit, however late the core rotates the
 * pending messages, be it that calls take longer than they should or that the process was
 * suspended.
 */
class LateMessageTimeoutTest {
    private static final long TIMEOUT_MS = 1_000;
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final SteppedCores engine = new SteppedCores(1);
    private final TopologyBuilder builder = new TopologyBuilder();

    /** How long the next calls of nextTuple take before they emit, in milliseconds. */
    private final List<Long> callsMs = new ArrayList<>();

    /** When each message was emitted, or its timeout was restarted. */
    private final Map<Object, Long> sinceNs = new HashMap<>();

    private final List<Long> failedAfterMs = new ArrayList<>();

    private TopologyRuntime submit(TestBolt bolt) {
        Shared<LateMessageTimeoutTest> test = Shared.of(this);
        builder.setSpout(
                        "spout",
                        new TestSpout()
                                .onNext(spout -> test.get().next(spout))
                                .onFail((spout, id) -> test.get().failed(id)),
                        1)
                .setNumTasks(2);
        builder.setBolt("hold", bolt, 1).shuffleGrouping("spout");
        TopologyRuntime topology =
                engine.submit(Plans.of(builder, Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 1));
        engine.drain();
        return topology;
    }

    private void next(TestSpout spout) {
        if (!callsMs.isEmpty()) {
            passes(callsMs.remove(0));
            Integer id = sinceNs.size();
            sinceNs.put(id, engine.clock.nanoTime());
            spout.collector.emit(new Values(id), id);
        }
    }

    private void passes(long ms) {
        engine.clock.advance(Duration.ofMillis(ms));
    }

    private void failed(Object id) {
        long ns = engine.clock.nanoTime() - sinceNs.getOrDefault(id, Long.MAX_VALUE);
        failedAfterMs.add(Duration.ofNanos(ns).toMillis());
    }

    /** One call from 0.95 s after the start to 1.85 s, in which the rotation falls due. */
    private void emitInALongCall() {
        engine.advance(Duration.ofMillis(950));
        callsMs.add(900L);
        while (sinceNs.isEmpty()) {
            passes(1);
            engine.step();
        }
    }

    private void assertFailsInTime() {
        engine.advance(Duration.ofMillis(4 * TIMEOUT_MS));
        assertThat(failedAfterMs)
                .hasSize(1)
                .allMatch(ms -> ms >= TIMEOUT_MS && ms <= 2 * TIMEOUT_MS + 1);
    }

    @Test
    void hasItsFullTimeIfEmittedInACallInWhichTheRotationFellDue() {
        submit(new TestBolt());

        emitInALongCall();

        assertFailsInTime();
    }

    @Test
    void hasItsFullTimeIfItsTaskMovesBeforeTheLateRotation() throws Exception {
        TopologyRuntime topology = submit(new TestBolt());

        emitInALongCall();
        topology.rebalance(Map.of("spout", 2), LIMIT);

        assertFailsInTime();
    }

    @Test
    void hasItsFullTimeIfItsSpoutIsDeactivatedBeforeTheLateRotation() {
        TopologyRuntime topology = submit(new TestBolt());

        emitInALongCall();
        topology.deactivate();

        assertFailsInTime();
    }

    @Test
    void hasItsFullTimeAgainAfterAResetInACallInWhichTheRotationFellDue() {
        Shared<LateMessageTimeoutTest> test = Shared.of(this);
        submit(
                TestBolt.of(
                        (bolt, tuple) -> {
                            test.get().passes(900);
                            test.get()
                                    .sinceNs
                                    .put(tuple.getValue(0), test.get().engine.clock.nanoTime());
                            bolt.collector.resetTimeout(tuple);
                        }));

        engine.advance(Duration.ofMillis(950));
        callsMs.add(10L);
        engine.drain();

        assertFailsInTime();
    }

    @Test
    void neverFailsTooEarlyNorStaysForEverHoweverLongCallsTake() {
        submit(new TestBolt());
        Random random = new Random(5);
        long longestMs = 0;
        for (int i = 0; i < 500; i++) {
            long callMs = random.nextInt(4) == 0 ? random.nextInt(2_500) : random.nextInt(30);
            longestMs = Math.max(longestMs, callMs);
            callsMs.add(callMs);
            engine.drain();
            engine.advance(Duration.ofMillis(random.nextInt(20)));
        }
        engine.advance(Duration.ofMillis(4 * TIMEOUT_MS));

        assertThat(failedAfterMs).hasSize(500);
        assertThat(failedAfterMs).allMatch(ms -> ms >= TIMEOUT_MS, "not before its timeout");
        long latestMs = 2 * (TIMEOUT_MS + longestMs) + 100;
        assertThat(failedAfterMs).allMatch(ms -> ms <= latestMs, "before " + latestMs);
    }
}
