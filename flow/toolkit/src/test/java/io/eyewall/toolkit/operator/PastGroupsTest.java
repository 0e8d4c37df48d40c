package io.eyewall.toolkit.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Groups of numbers that are their own hashes; messages time out after a second. */
class PastGroupsTest {
    private final PastGroups<List<Integer>> past = new PastGroups<>(1_000);
    private final List<String> seen = new ArrayList<>();
    private long nowMs = 5;

    private final PastGroups.Listener<List<Integer>> listener =
            new PastGroups.Listener<>() {
                @Override
                public void onComplete(
                        long until, Object key, List<Integer> group, List<Tuple> held) {
                    seen.add("whole " + group + " held " + held.size());
                    past.remember(
                            until,
                            key,
                            group.stream().mapToInt(Integer::intValue).toArray(),
                            nowMs);
                }

                @Override
                public void onWaiting(List<Tuple> held) {
                    seen.add("waiting " + held.size());
                }

                @Override
                public void onLate(List<Tuple> held) {
                    seen.add("late " + held.size());
                }
            };

    @BeforeEach
    void remembersAGroup() {
        past.remember(10, "k", new int[] {7, 3, 3}, nowMs);
    }

    private boolean comes(int value) {
        return comes("k", value);
    }

    private boolean comes(String key, int value) {
        return past.holdReplay(
                10,
                key,
                value,
                Tuples.NONE,
                nowMs,
                group -> {
                    List<Integer> to = group == null ? new ArrayList<>() : group;
                    to.add(value);
                    return to;
                },
                listener);
    }

    @Test
    void completesAGroupRepeatedly() {
        for (int i = 0; i < 2; i++) {
            assertThat(comes(3)).isTrue();
            assertThat(comes(7)).isTrue();
            assertThat(comes(3)).isTrue();
        }
        assertThat(seen).containsExactly("whole [3, 7, 3] held 3", "whole [3, 7, 3] held 3");
    }

    @Test
    void rejectsValuesOfNoGroup() {
        assertThat(comes(4)).isFalse();
        assertThat(comes("other", 3)).isFalse();
        assertThat(seen).isEmpty();
    }

    /** The value timed out while it waited for others: it counts once, but is held twice. */
    @Test
    void holdsARepeatedValueWithoutCountingIt() {
        comes(7);
        comes(7);
        comes(3);
        comes(3);
        assertThat(seen).containsExactly("whole [7, 3, 3] held 4");
    }

    @Test
    void holdsEarlyReplaysUntilTheOthersCome() {
        comes(7);
        nowMs += 1_999;
        past.tick(nowMs, listener);
        comes(3);
        comes(3);
        past.tick(nowMs, listener);
        assertThat(seen).containsExactly("waiting 1", "whole [7, 3, 3] held 3");
    }

    @Test
    void reportsHeldValuesAsLateAfterAWhile() {
        comes(7);
        nowMs += 2_000;
        past.tick(nowMs, listener);
        past.tick(nowMs, listener);
        assertThat(seen).containsExactly("late 1");
    }

    /** The message of one of two equal values had failed before; that value does not come again. */
    @Test
    void acceptsOneOfEachDistinctValueAfterAWhile() {
        comes(7);
        comes(3);
        nowMs += 2_000;
        past.tick(nowMs, listener);
        assertThat(seen).containsExactly("whole [7, 3] held 2");
    }

    /** Three timeouts, and the longest time for which a source waits before it tries again. */
    @Test
    void remembersGroupsThatMayFail() {
        nowMs += 13_000;
        past.remember(20, "k", new int[] {1}, nowMs);
        assertThat(comes(7)).isTrue();
    }

    @Test
    void forgetsGroupsThatCannotFailAnyMore() {
        nowMs += 13_001;
        past.remember(20, "k", new int[] {1}, nowMs);
        assertThat(comes(7)).isFalse();
    }
}
