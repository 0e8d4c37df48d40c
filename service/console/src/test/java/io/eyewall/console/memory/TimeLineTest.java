package io.eyewall.console.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.console.memory.TimeLine.Entry;
import io.eyewall.console.memory.TimeLine.Kind;
import org.junit.jupiter.api.Test;

class TimeLineTest {
    private final TimeLine timeLine = new TimeLine();

    @Test
    void numbersItsEntriesAndGivesThoseThatAreNew() {
        timeLine.add(1, Kind.STATUS, false, "starting");
        timeLine.add(2, Kind.STATUS, false, "active");

        assertThat(timeLine.last()).isEqualTo(2);
        assertThat(timeLine.after(0)).extracting(Entry::text).containsExactly("starting", "active");
        assertThat(timeLine.after(1)).extracting(Entry::text).containsExactly("active");
        assertThat(timeLine.after(2)).isEmpty();
    }

    @Test
    void aFloodOfErrorsDoesNotPushOutWhatElseHappened() {
        timeLine.add(1, Kind.STATUS, false, "active");
        for (int i = 0; i < 10_000; i++) {
            timeLine.add(i, Kind.ERROR, true, "bolt", 7, "error " + i, "stack");
        }

        assertThat(timeLine.after(0)).hasSizeLessThanOrEqualTo(TimeLine.MAX_ENTRIES);
        assertThat(timeLine.after(0).get(0).text()).isEqualTo("active");
        assertThat(timeLine.after(9_999)).extracting(Entry::text).endsWith("error 9999");
    }

    @Test
    void cutsOffLongTexts() {
        timeLine.add(
                1, Kind.ERROR, true, "c".repeat(9_000), 1, "t".repeat(9_000), "d".repeat(90_000));

        Entry entry = timeLine.after(0).get(0);
        assertThat(entry.text()).hasSizeLessThan(500);
        assertThat(entry.component()).hasSizeLessThan(500);
        assertThat(entry.detail()).hasSizeLessThan(5_000);
    }

    @Test
    void whatTurnsTheDirectionOfWritingDoesNotTurnWhatFollows() {
        timeLine.add(1, Kind.ERROR, true, "bolt", 7, "a\u202eb\u2066c", "d\u202de\nf");

        Entry entry = timeLine.after(0).get(0);
        assertThat(entry.text()).isEqualTo("a\ufffdb\ufffdc");
        assertThat(entry.detail()).isEqualTo("d\ufffde\nf");
    }
}
