package io.eyewall.testkit.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.testkit.ScriptedBolt;
import io.eyewall.testkit.ScriptedSpout;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/**
 * Checks, with spouts that never stop and cores of which some are hardly ever stepped, that the
 * number of tuples in flight stays bounded and nothing stalls for ever.
 */
class BackPressurePropertyTest {
    private static final int CORES = 4;
    private static final int BATCH = 4;
    private static final int LINK_BATCHES = 2;
    private static final int CAPACITY = 16;
    private static final int FAN_OUT = 3;

    /**
     * The mailboxes of 8 bolt executors hold 128 tuples, the links between 4 cores 96; the number
     * of tuples that are added before the senders notice is of the same order. Without
     * back-pressure 10,000 and more are in flight.
     */
    private static final long MAX_UNDER_WAY = 1_000;

    private static final class Counts {
        final AtomicLong sent = new AtomicLong();
        final AtomicLong received = new AtomicLong();

        long underWay() {
            return sent.get() - received.get();
        }
    }

    private static ScriptedBolt bolt(Shared<Counts> counts, int copies) {
        return new ScriptedBolt(
                        (tuple, out, self) -> {
                            counts.get().received.incrementAndGet();
                            for (int i = 0; i < copies; i++) {
                                int n = tuple.getInteger(0) + i;
                                int targets = out.emit(new Values(n)).size();
                                counts.get().sent.addAndGet(targets);
                            }
                        })
                .emitting("number");
    }

    private static TopologyBuilder diamond(SplittableRandom random, Shared<Counts> counts) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "source",
                new ScriptedSpout(
                        (out, spout) -> {
                            int targets = out.emit(new Values(spout.calls)).size();
                            counts.get().sent.addAndGet(targets);
                        },
                        "number"),
                2);
        builder.setBolt("left", on(random, bolt(counts, FAN_OUT)), 2).shuffleGrouping("source");
        builder.setBolt("right", on(random, bolt(counts, 1)), 2)
                .fieldsGrouping("source", new Fields("number"));
        builder.setBolt("both", on(random, bolt(counts, 1)), 2)
                .shuffleGrouping("left")
                .fieldsGrouping("right", new Fields("number"));
        builder.setBolt("sink", on(random, bolt(counts, 0)), 2)
                .shuffleGrouping("both")
                .localOrShuffleGrouping("left");
        return builder;
    }

    private static ScriptedBolt on(SplittableRandom random, ScriptedBolt bolt) {
        return random.nextBoolean() ? bolt : bolt.with("eyewall.core", random.nextInt(CORES));
    }

    @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
    void boundsTuplesInFlightAndDeliversAll(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Shared<Counts> shared = new Shared<>(new Counts());
        Counts counts = shared.get();
        int[] share = random.ints(CORES, 1, 100).toArray(); // of 100 steps
        try (SteppedTopology run =
                SteppedTopology.start(
                        diamond(random, shared),
                        "eyewall.cores",
                        CORES,
                        "eyewall.batch.size",
                        BATCH,
                        "eyewall.link.batches",
                        LINK_BATCHES,
                        "eyewall.mailbox.capacity",
                        CAPACITY,
                        "eyewall.direct.depth",
                        random.nextBoolean() ? 0 : 32,
                        "topology.acker.executors",
                        0)) {
            long most = 0;
            int lazy = random.nextInt(CORES + 1); // a core that is hardly ever stepped
            for (int i = 0; i < 6_000; i++) {
                int core = random.nextInt(CORES);
                if (core == lazy ? i % 500 < CORES : random.nextInt(100) < share[core]) {
                    run.engine.step(core);
                    most = Math.max(most, counts.underWay());
                }
            }
            assertThat(most).isLessThan(MAX_UNDER_WAY);
            long before = counts.received.get();
            for (int i = 0; i < 1_000; i++) {
                run.engine.step(i % CORES);
            }
            assertThat(counts.received.get()).as("it goes on").isGreaterThan(before + 1_000);
            run.topology.deactivate();
            run.runUntilIdle();
            assertThat(counts.underWay()).as("nothing is left anywhere").isZero();
            assertThat(run.topology.isQuiet()).isTrue();
        }
    }
}
