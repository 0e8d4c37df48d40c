package io.eyewall.testkit.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.testkit.ScriptedBolt;
import io.eyewall.testkit.ScriptedSpout;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;

/** Checks that memory stays bounded when a receiver is slower than its senders. */
class BackPressureTest {
    private static final Object[] SMALL = {
        "eyewall.batch.size", 4, "eyewall.link.batches", 2, "eyewall.mailbox.capacity", 16,
    };

    private static Object[] small(Object... more) {
        Object[] all = java.util.Arrays.copyOf(SMALL, SMALL.length + more.length);
        System.arraycopy(more, 0, all, SMALL.length, more.length);
        return all;
    }

    private static ScriptedSpout endless() {
        return new ScriptedSpout((out, spout) -> out.emit(new Values(spout.calls)), "number");
    }

    private static ScriptedBolt counting(Shared<AtomicInteger> counter) {
        return new ScriptedBolt((tuple, out, bolt) -> counter.get().incrementAndGet());
    }

    private static ScriptedBolt forwarding() {
        return new ScriptedBolt((tuple, out, bolt) -> out.emit(new Values(tuple.getValue(0))))
                .emitting("number");
    }

    @Test
    void stopsASpoutWhenTheLinkToItsReceiverIsFull() {
        Shared<AtomicInteger> sunk = new Shared<>(new AtomicInteger());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", endless().with("eyewall.core", 0));
        builder.setBolt("sink", counting(sunk).with("eyewall.core", 1)).shuffleGrouping("source");
        try (SteppedTopology run = SteppedTopology.start(builder, small("eyewall.cores", 2))) {
            run.step(1, 1);
            run.step(0, 1_000);
            int emitted = run.spout("source").calls;
            assertThat(emitted).isBetween(8, 200);
            for (int i = 0; i < 100; i++) {
                run.step(1, 1);
                run.step(0, 1);
            }
            assertThat(sunk.get().get()).isGreaterThan(emitted);
            assertThat(run.spout("source").calls - sunk.get().get()).isLessThan(200);
        }
    }

    /** Otherwise the bolt's input would fill its mailbox and stop all spouts. */
    @Test
    void executesANonEmittingBoltAlthoughALinkOfItsCoreIsFull() {
        Shared<AtomicInteger> near = new Shared<>(new AtomicInteger());
        Shared<AtomicInteger> far = new Shared<>(new AtomicInteger());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("here", endless().with("eyewall.core", 0));
        builder.setSpout("there", endless().with("eyewall.core", 1));
        builder.setBolt("far", counting(far).with("eyewall.core", 2)).shuffleGrouping("here");
        builder.setBolt("near", counting(near).with("eyewall.core", 0)).shuffleGrouping("there");
        try (SteppedTopology run = SteppedTopology.start(builder, small("eyewall.cores", 3))) {
            run.step(2, 1);
            run.step(1, 1);
            run.step(0, 1_000); // its link to core 2 is full
            int emitted = run.spout("here").calls;

            for (int i = 0; i < 100; i++) {
                run.step(1, 1);
                run.step(0, 1);
            }

            assertThat(run.spout("here").calls).as("still full").isEqualTo(emitted);
            assertThat(near.get().get()).isGreaterThan(390);
        }
    }

    /** The core in the middle has no spout to stop, so its mailbox must fill instead. */
    @Test
    void propagatesCongestionThroughAForwardingCore() {
        Shared<AtomicInteger> sunk = new Shared<>(new AtomicInteger());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", endless().with("eyewall.core", 0));
        builder.setBolt("middle", forwarding().with("eyewall.core", 1)).shuffleGrouping("source");
        builder.setBolt("sink", counting(sunk).with("eyewall.core", 2)).shuffleGrouping("middle");
        try (SteppedTopology run = SteppedTopology.start(builder, small("eyewall.cores", 3))) {
            run.step(2, 1);
            for (int i = 0; i < 2_000; i++) {
                run.step(0, 1);
                run.step(1, 1);
            }
            int emitted = run.spout("source").calls;
            assertThat(emitted).isLessThan(500);
            for (int i = 0; i < 50; i++) {
                run.step(2, 1);
                run.step(1, 1);
                run.step(0, 1);
            }
            assertThat(sunk.get().get()).isGreaterThan(emitted);
            assertThat(run.spout("source").calls - sunk.get().get()).isLessThan(500);
        }
    }
}
