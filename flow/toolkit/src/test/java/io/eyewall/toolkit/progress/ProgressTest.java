package io.eyewall.toolkit.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ProgressTest {
    /** Compares with a set of all offsets, also after writing and merging. */
    @Property(tries = 200)
    void containsTheSamePositionsAsASet(
            @ForAll @Size(max = 60) List<@LongRange(min = 0, max = 50) Long> offsets,
            @ForAll @LongRange(min = 0, max = 20) long floor) {
        Progress progress = new Progress();
        Set<Long> all = new HashSet<>();
        for (long offset : offsets) {
            progress.add(new Position("topic-0", offset, floor));
            all.add(offset);
        }
        Progress read = new Progress();
        progress.lanes().forEach(lane -> read.merge(lane, progress.write(lane)));
        for (long offset = 0; offset <= 51; offset++) {
            boolean expected = all.contains(offset) || (!offsets.isEmpty() && offset < floor);
            Position position = new Position("topic-0", offset, floor);
            assertThat(progress.contains(position))
                    .as("%s in %s", position, progress)
                    .isEqualTo(expected);
            assertThat(read.contains(position)).isEqualTo(expected);
        }
        assertThat(read).hasToString(progress.toString());
    }

    @Test
    void closesGapsInAnyOrder() {
        List<Long> offsets = new ArrayList<>();
        for (long offset = 0; offset < 1000; offset++) {
            offsets.add(offset);
        }
        Collections.shuffle(offsets, new Random(1));
        Progress progress = new Progress();
        offsets.forEach(offset -> progress.add(new Position("s", offset, 0)));
        assertThat(progress).hasToString("{s=1000}");
    }

    @Test
    void closesGapsBelowTheFloor() {
        Progress progress = new Progress();
        for (long offset = 0; offset < 1000; offset += 10) {
            progress.add(new Position("s", offset, Math.max(0, offset - 50)));
        }
        assertThat(progress.ranges()).isLessThanOrEqualTo(6);
    }

    @Test
    void distinguishesPartsOfAMessage() {
        Progress progress = new Progress();
        Position message = new Position("s", 7, 0);
        assertThat(progress.add(message.part(1))).isEqualTo("s#1");
        assertThat(progress.contains(message.part(1))).isTrue();
        assertThat(progress.contains(message.part(0))).isFalse();
        assertThat(progress.contains(message.part(2))).isFalse();
        assertThat(message.part(2)).hasToString("s@7#2");
    }

    @Test
    void namesTheTextThatItCannotRead() {
        assertThatThrownBy(() -> new Progress().merge("s", "1,2"))
                .hasMessage("progress of 's' can't be read: '1,2'");
    }

    @Test
    void distinguishesAllNamesOfSources() {
        Progress progress = new Progress();
        progress.add(new Position("a#1", 7, 0));
        assertThat(progress.contains(new Position("a", 7, 0).part(1))).isFalse();
        String name = "x".repeat(1000);
        String lane = progress.add(new Position(name, 7, 0));
        assertThat(lane.length()).isLessThan(200);
        assertThat(progress.contains(new Position(name, 7, 0))).isTrue();
        assertThat(progress.contains(new Position(name + "x", 7, 0))).isFalse();
    }

    /** Groupings by position and the map of messages in flight must recognize a replay. */
    @Test
    void ignoresTheFloorInEquality() {
        Position first = new Position("s", 7, 2);
        assertThat(new Position("s", 7, 5)).isEqualTo(first).hasSameHashCodeAs(first);
        assertThat(first.part(1)).isNotEqualTo(first);
        assertThat(new Position("s", 8, 2)).isNotEqualTo(first);
        assertThat(new Position("t", 7, 2)).isNotEqualTo(first);
    }
}
