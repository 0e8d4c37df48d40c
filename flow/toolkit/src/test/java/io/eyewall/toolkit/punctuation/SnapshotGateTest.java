package io.eyewall.toolkit.punctuation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SnapshotGateTest {
    private final List<String> seen = new ArrayList<>();
    private final List<String> dropped = new ArrayList<>();

    private final SnapshotGate.Listener<String> listener =
            new SnapshotGate.Listener<>() {
                @Override
                public void onTuple(String tuple) {
                    seen.add(tuple);
                }

                @Override
                public void onSnapshot(long number) {
                    seen.add("snapshot " + number);
                }

                @Override
                public void onDropped(String tuple) {
                    dropped.add(tuple);
                }
            };

    @Test
    void holdsBackWhatFollowsAMarker() {
        SnapshotGate<String> gate = new SnapshotGate<>(Set.of(1, 2), listener);

        gate.receive(1, "a1");
        gate.receiveSnapshot(1, 7, "");
        gate.receive(1, "a2");
        gate.receive(2, "b1");
        gate.receive(3, "no sender");
        gate.receiveSnapshot(2, 7, "");

        assertThat(seen).containsExactly("a1", "b1", "no sender", "snapshot 7", "a2");
    }

    /** A sender that comes late leaves out a snapshot that was given up meanwhile. */
    @Test
    void catchesUpWithASnapshotThatWasGivenUp() {
        SnapshotGate<String> gate = new SnapshotGate<>(Set.of(1, 2), listener);

        gate.receiveSnapshot(1, 1, "");
        gate.receive(1, "a1");
        gate.receiveSnapshot(1, 2, "");
        gate.receive(1, "a2");
        gate.receive(2, "b1");
        gate.receiveSnapshot(2, 2, "");

        assertThat(seen).containsExactly("b1", "a1", "snapshot 2", "a2");
    }

    @Test
    void dropsWhatWasSentBeforeARollback() {
        SnapshotGate<String> gate = new SnapshotGate<>(Set.of(1, 2), listener);

        gate.receiveSnapshot(1, 1, "");
        gate.receive(1, "held back");
        gate.rollBack(1);
        gate.receive(1, "a old");
        gate.receiveSnapshot(2, 1, "");
        gate.receiveRollback(1, 1);
        gate.receive(1, "a new");
        gate.receiveSnapshot(1, 2, "");
        gate.receive(2, "b old");
        gate.receiveRollback(2, 1);
        gate.receive(2, "b new");
        gate.receiveSnapshot(2, 2, "");

        assertThat(seen).containsExactly("a new", "b new", "snapshot 2");
        assertThat(dropped).containsExactly("a old", "b old");
    }

    /** Whatever the interleaving, a snapshot is behind all that precedes its markers. */
    @Property
    void everySnapshotIsACut(
            @ForAll @IntRange(min = 1, max = 5) int senders,
            @ForAll @IntRange(min = 1, max = 6) int snapshots,
            @ForAll long seed) {
        Random random = new Random(seed);
        List<Deque<String>> sent = new ArrayList<>();
        Set<Integer> tasks = new java.util.TreeSet<>();
        for (int sender = 0; sender < senders; sender++) {
            Deque<String> ofSender = new ArrayDeque<>();
            for (int snapshot = 1; snapshot <= snapshots; snapshot++) {
                for (int i = random.nextInt(4); i > 0; i--) {
                    ofSender.add(sender + " before " + snapshot);
                }
                ofSender.add("marker " + snapshot);
            }
            sent.add(ofSender);
            tasks.add(sender);
        }
        seen.clear();
        SnapshotGate<String> gate = new SnapshotGate<>(tasks, listener);
        while (sent.stream().anyMatch(each -> !each.isEmpty())) {
            int sender = random.nextInt(senders);
            String next = sent.get(sender).poll();
            if (next != null && next.startsWith("marker ")) {
                gate.receiveSnapshot(sender, Long.parseLong(next.substring(7)), next);
            } else if (next != null) {
                gate.receive(sender, next);
            }
        }

        int taken = 0;
        for (String each : seen) {
            if (each.startsWith("snapshot ")) {
                assertThat(each).isEqualTo("snapshot " + ++taken);
            } else {
                assertThat(each).endsWith(" before " + (taken + 1));
            }
        }
        assertThat(taken).isEqualTo(snapshots);
    }
}
