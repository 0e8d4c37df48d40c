package io.eyewall.toolkit.punctuation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MarkerGateTest {
    private final List<String> seen = new ArrayList<>();
    private final List<Integer> ended = new ArrayList<>();

    private final MarkerGate.Listener<String> listener =
            new MarkerGate.Listener<>() {
                @Override
                public void onTuple(String tuple) {
                    seen.add(tuple);
                }

                @Override
                public void onWindow(long number) {
                    seen.add("window " + number);
                }

                @Override
                public void onFinal(List<String> markers, long number) {
                    seen.add("final of " + markers.stream().sorted().toList());
                }

                @Override
                public void onSuperseded(String marker) {
                    seen.add("superseded " + marker);
                }

                @Override
                public void onEnded(int task) {
                    ended.add(task);
                }
            };

    private MarkerGate<String> gate(Integer... tasks) {
        return new MarkerGate<>(Set.of(tasks), listener);
    }

    @Test
    void endsAWindowWhenAllSendersHaveEndedIt() {
        MarkerGate<String> gate = gate(1, 2);

        gate.receiveTuple(1, "a1");
        gate.receiveMarker(1, Marker.WINDOW, 1, "");
        assertThat(gate.isOpenFor(1)).isFalse();
        assertThat(gate.isOpenFor(2)).isTrue();
        gate.receiveTuple(1, "a2");
        gate.receiveTuple(2, "b1");
        gate.receiveTuple(3, "of one who sends no markers");
        gate.receiveMarker(2, Marker.WINDOW, 1, "");

        assertThat(seen)
                .containsExactly("a1", "b1", "of one who sends no markers", "window 1", "a2");
        assertThat(gate.isOpenFor(1)).isTrue();
    }

    @Test
    void doesNotWaitForEndedSenders() {
        MarkerGate<String> gate = gate(1, 2);

        gate.receiveMarker(1, Marker.WINDOW, 1, "");
        gate.receiveMarker(1, Marker.WINDOW, 2, "");
        gate.receiveTuple(1, "a3");
        gate.receiveMarker(1, Marker.FINAL, 1, "end a");
        gate.receiveTuple(2, "b1");
        gate.receiveMarker(2, Marker.FINAL, 1, "end b");

        assertThat(seen)
                .containsExactly("b1", "window 1", "window 2", "a3", "final of [end a, end b]");
    }

    @Test
    void makesUpForALostMarkerByTheNext() {
        MarkerGate<String> gate = gate(1, 2);

        gate.receiveMarker(1, Marker.WINDOW, 1, "");
        gate.receiveMarker(1, Marker.WINDOW, 2, "");
        gate.receiveMarker(2, Marker.WINDOW, 2, "");

        assertThat(seen).containsExactly("window 1", "window 2");
    }

    @Test
    void acceptsGapsInNumbers() {
        MarkerGate<String> gate = gate(1, 2);

        gate.receiveMarker(1, Marker.WINDOW, -5, "");
        gate.receiveMarker(1, Marker.WINDOW, 1_700_000_000_000L, "");
        gate.receiveTuple(1, "a");
        gate.receiveMarker(2, Marker.WINDOW, 1_600_000_000_000L, "");
        gate.receiveTuple(2, "b");
        gate.receiveMarker(2, Marker.FINAL, 1, "end b");

        assertThat(seen)
                .containsExactly(
                        "window -5", "window 1600000000000", "b", "window 1700000000000", "a");
        assertThat(ended).containsExactly(2);
    }

    /** Senders send their ends again; an old one would be taken for the new one. */
    @Test
    void leavesEndsOutOfItsState() {
        MarkerGate<String> gate = gate(1, 2);
        gate.receiveMarker(1, Marker.WINDOW, 97, "");
        gate.receiveTuple(1, "a");
        gate.receiveMarker(1, Marker.FINAL, 1, "old end a");

        MarkerGate<String> restored = gate(1, 2);
        restored.restore(gate.endedWindow(), gate.state());
        restored.receiveMarker(1, Marker.FINAL, 1, "end a");
        restored.receiveMarker(2, Marker.WINDOW, 30, "");
        restored.receiveMarker(2, Marker.FINAL, 1, "end b");

        assertThat(seen).endsWith("window 97", "a", "final of [end a, end b]");
    }

    @Test
    void acceptsARepeatedEnd() {
        MarkerGate<String> gate = gate(1, 2);

        gate.receiveMarker(1, Marker.FINAL, 1, "end a");
        gate.receiveMarker(1, Marker.FINAL, 2, "end a again");
        gate.receiveMarker(2, Marker.FINAL, 1, "end b");
        gate.receiveTuple(2, "b once more");
        gate.receiveMarker(2, Marker.FINAL, 2, "end b again");
        gate.receiveTuple(1, "a once more");
        gate.receiveMarker(1, Marker.FINAL, 3, "end a third");

        assertThat(seen)
                .containsExactly(
                        "superseded end a",
                        "final of [end a again, end b]",
                        "b once more",
                        "a once more",
                        "final of [end a third, end b again]");
    }

    @Test
    void doesNotWaitAtAnInsistentEnd() {
        MarkerGate<String> gate = gate(1, 2);
        gate.receiveMarker(1, Marker.FINAL, 1, "end a");
        gate.receiveMarker(2, Marker.FINAL, 1, "end b");

        gate.receiveTuple(2, "b once more");
        gate.receiveMarker(2, Marker.FINAL, 2, "end b again");
        assertThat(seen).containsExactly("final of [end a, end b]", "b once more");
        gate.receiveMarker(2, Marker.FINAL, Punctuation.insistentNumber(3), "end b, insistent");

        assertThat(seen)
                .endsWith("superseded end b again", "final of [end b, insistent]")
                .hasSize(4);
    }

    @Test
    void passesTheMarkersOfASingleSenderAtOnce() {
        MarkerGate<String> gate = gate(1);
        gate.receiveMarker(1, Marker.FINAL, 1, "end");

        gate.receiveMarker(1, Marker.FINAL, 2, "again");

        assertThat(seen).containsExactly("final of [end]", "final of [again]");
    }

    /**
     * Each sender sends its windows of tuples in order; the interleaving of the senders is random.
     */
    @Property(tries = 300)
    void deliversAllTuplesOfAWindowBeforeItsEnd(
            @ForAll @IntRange(min = 1, max = 4) int senders,
            @ForAll @IntRange(max = 5) int windows,
            @ForAll long seed) {
        Random random = new Random(seed);
        List<List<String>> streams = new ArrayList<>();
        int tuples = 0;
        for (int sender = 0; sender < senders; sender++) {
            List<String> stream = new ArrayList<>();
            for (int window = 1; window <= windows; window++) {
                for (int i = random.nextInt(4); i > 0; i--) {
                    stream.add(window + ":" + sender + ":" + tuples++);
                }
                stream.add("window " + window);
            }
            stream.add("final");
            streams.add(stream);
        }
        seen.clear();
        Integer[] tasks = new Integer[senders];
        for (int i = 0; i < senders; i++) {
            tasks[i] = i;
        }
        MarkerGate<String> gate = gate(tasks);
        int[] next = new int[senders];
        for (int left = streams.stream().mapToInt(List::size).sum(); left > 0; left--) {
            int sender = random.nextInt(senders);
            while (next[sender] == streams.get(sender).size()) {
                sender = (sender + 1) % senders;
            }
            String item = streams.get(sender).get(next[sender]++);
            if (item.startsWith("window")) {
                gate.receiveMarker(sender, Marker.WINDOW, Long.parseLong(item.substring(7)), item);
            } else if (item.equals("final")) {
                gate.receiveMarker(sender, Marker.FINAL, 1, "end " + sender);
            } else {
                gate.receiveTuple(sender, item);
            }
        }

        int window = 1;
        int count = 0;
        List<Integer> lastOfSender = new ArrayList<>(Collections.nCopies(senders, -1));
        for (String event : seen.subList(0, seen.size() - 1)) {
            if (event.startsWith("window")) {
                assertThat(event).isEqualTo("window " + window++);
            } else {
                String[] parts = event.split(":");
                assertThat(parts[0]).as(event).isEqualTo(String.valueOf(window));
                int sender = Integer.parseInt(parts[1]);
                int number = Integer.parseInt(parts[2]);
                assertThat(number).isGreaterThan(lastOfSender.set(sender, number));
                count++;
            }
        }
        assertThat(count).isEqualTo(tuples);
        assertThat(window).isEqualTo(windows + 1);
        assertThat(seen.get(seen.size() - 1)).startsWith("final of [end 0");
    }
}
