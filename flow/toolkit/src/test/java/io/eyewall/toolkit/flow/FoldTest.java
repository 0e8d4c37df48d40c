package io.eyewall.toolkit.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.testkit.TopologyTestDriver;
import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.failure.DeadLetter;
import io.eyewall.toolkit.generate.Generator;
import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.Fold;
import io.eyewall.toolkit.operator.TableJoinBolt;
import io.eyewall.toolkit.punctuation.Punctuation;
import io.eyewall.toolkit.source.EventTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.storm.topology.BasicBoltExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folds by event time and to the end of a stream, sessions, and joins with tables. */
class FoldTest {
    private final FlowBuilder flows = new FlowBuilder();

    /** Collects the numbers of a window of ten. */
    private record Tens(boolean windowed) implements Fold<Long, List<Long>, String> {
        @Override
        public long until(Long value) {
            return windowed ? (value / 10 + 1) * 10 : END;
        }

        @Override
        public List<Long> start(Long first) {
            return new ArrayList<>();
        }

        @Override
        public void add(List<Long> group, Long value) {
            group.add(value);
        }

        @Override
        public void result(List<Long> group, EachBolt.Out<String> out) {
            out.accept(group.toString());
        }
    }

    /** Emits pairs, and the numbers of the table that are in none. */
    private static final class Pairs implements TableJoinBolt.Meeting<Long, Long, String> {
        @Override
        public void meet(
                Long value, List<TableJoinBolt.Entry<Long>> others, EachBolt.Out<String> out) {
            for (TableJoinBolt.Entry<Long> other : others) {
                other.meet();
                out.accept(value + "-" + other.value());
            }
        }

        @Override
        public void alone(Long value, EachBolt.Out<String> out) {
            out.accept("alone " + value);
        }
    }

    private Flow<Long> numbers(String id, Long... numbers) {
        return flows.source(
                id,
                Generator.of(n -> List.of(numbers[(int) n]), "n")
                        .count(numbers.length)
                        .maxPending(Integer.MAX_VALUE)
                        .eventTime(EventTime.of(values -> (Long) values.get(0), Duration.ZERO))
                        .build(),
                tuple -> tuple.getLong(0));
    }

    private static List<Object> values(TopologyTestDriver driver, String id) {
        return driver.emitted(id, "default").stream().map(each -> each.values().get(0)).toList();
    }

    @Test
    void completesAWindowWhenTimeHasPassedItsEnd() {
        Long[] numbers = new Long[66];
        for (int i = 0; i < 64; i++) {
            numbers[i] = (long) i;
        }
        numbers[59] = 54L;
        numbers[64] = 59L; // late, as a marker of 63 precedes it
        numbers[65] = 60L; // not late
        numbers("numbers", numbers).fold("tens", new Tens(true), false);
        try (TopologyTestDriver driver = TopologyTestDriver.of(flows.build()).start()) {
            driver.runUntilIdle();
            assertThat(values(driver, "tens"))
                    .hasSize(7)
                    .startsWith("[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]")
                    .endsWith("[60, 61, 62, 63, 60]");
            assertThat(driver.pending()).isEmpty();
        }
    }

    @Test
    void buriesALateValueIfCatching() {
        Long[] numbers = new Long[66];
        for (int i = 0; i < 65; i++) {
            numbers[i] = (long) i;
        }
        numbers[57] = 58L;
        numbers[65] = 57L;
        numbers("numbers", numbers).catching().fold("tens", new Tens(true), false);
        flows.deadLetters("tens").map("letters", letter -> letter);
        try (TopologyTestDriver driver = TopologyTestDriver.of(flows.build()).start()) {
            driver.runUntilIdle();
            DeadLetter letter = (DeadLetter) values(driver, "letters").get(0);
            assertThat(letter.reason()).isEqualTo("late: its window ended at 60, time is 63");
            assertThat(letter.record()).isEqualTo("57");
            assertThat(driver.pending()).isEmpty();
        }
    }

    /**
     * Acked values are not replayed; the results made of them are emitted again with the repeated
     * end.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void repeatsTheEndUntilAllIsAcked(boolean acksAtOnce) throws Exception {
        String kept = "fold-" + acksAtOnce;
        Collect.failNext(kept, 3);
        numbers("numbers", 1L, 2L, 3L)
                .fold("all", new Tens(false), acksAtOnce)
                .to("kept", new BasicBoltExecutor(new Collect(kept)));
        Run.untilDrained(flows.build(), "numbers");
        assertThat(Collect.firstsOf(kept))
                .filteredOn(each -> !each.equals("final"))
                .isEqualTo(List.of("[1, 2, 3]"));
    }

    /** The values come again one by one, with an end marker between them. */
    @Test
    void makesAFailedTotalAgainOfAllValues() {
        Collect.failNext("fold-all", 1);
        numbers("numbers")
                .fold("all", new Tens(false), false)
                .to("kept", new BasicBoltExecutor(new Collect("fold-all")));
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(flows.build()).withStormTime().feeding("numbers").start()) {
            driver.spout("numbers").emit(1L);
            driver.spout("numbers").emit(2L);
            end(driver, 1);
            assertThat(Collect.firstsOf("fold-all")).doesNotContain("[1, 2]");
            driver.spout("numbers").emit(1L);
            end(driver, 2);
            driver.spout("numbers").emit(2L);
            end(driver, 3);
            assertThat(Collect.firstsOf("fold-all"))
                    .filteredOn(each -> !each.equals("final"))
                    .containsExactly("[1, 2]");
            assertThat(driver.pending()).isEmpty();
        }
    }

    private static void end(TopologyTestDriver driver, long number) {
        driver.spout("numbers").onStream(Punctuation.STREAM).emit("final", number);
        driver.runUntilIdle();
    }

    /** The values come again after the end of their window, where other values are late. */
    @ParameterizedTest
    @ValueSource(ints = {1, 6, 20})
    void makesAWindowAgainWhoseResultFailed(int failures) throws Exception {
        String kept = "fold-failed-" + failures;
        Collect.failNext(kept, failures);
        Long[] numbers = new Long[66];
        for (int i = 0; i < 65; i++) {
            numbers[i] = (long) i;
        }
        numbers[57] = 58L;
        numbers[65] = 57L; // late, not a replay
        numbers("numbers", numbers)
                .fold("tens", new Tens(true), false)
                .to("kept", new BasicBoltExecutor(new Collect(kept)));
        Run.untilDrained(flows.build(), "numbers");
        assertThat(Collect.firstsOf(kept))
                .filteredOn(each -> each.toString().startsWith("["))
                .map(FoldTest::sorted)
                .containsExactlyInAnyOrder(
                        "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]",
                        "[10, 11, 12, 13, 14, 15, 16, 17, 18, 19]",
                        "[20, 21, 22, 23, 24, 25, 26, 27, 28, 29]",
                        "[30, 31, 32, 33, 34, 35, 36, 37, 38, 39]",
                        "[40, 41, 42, 43, 44, 45, 46, 47, 48, 49]",
                        "[50, 51, 52, 53, 54, 55, 56, 58, 58, 59]",
                        "[60, 61, 62, 63, 64]");
    }

    private static String sorted(Object list) {
        return Arrays.stream(list.toString().replaceAll("[\\[\\] ]", "").split(","))
                .map(Integer::valueOf)
                .sorted()
                .toList()
                .toString();
    }

    /** A replayed value is in its former session, not in a new one. */
    @Test
    void putsAReplayIntoItsFormerSession() throws Exception {
        Collect.failNext("sessions-failed", 3);
        Long[] numbers = new Long[64];
        for (int i = 0; i < 64; i++) {
            numbers[i] = i < 4 ? 3L * i : 1000L + i;
        }
        numbers("numbers", numbers)
                .keyBy(n -> "k")
                .session(
                        "sessions",
                        n -> n,
                        Duration.ofMillis(7),
                        (n, begin, end) -> n + " of " + begin + " to " + end,
                        false)
                .filter("first", text -> text.length() < 16)
                .to("kept", new BasicBoltExecutor(new Collect("sessions-failed")));
        Run.untilDrained(flows.build(), "numbers");
        assertThat(Collect.firstsOf("sessions-failed"))
                .filteredOn(each -> each.toString().contains(" of "))
                .containsExactlyInAnyOrder(
                        "0 of 0 to 16", "3 of 0 to 16", "6 of 0 to 16", "9 of 0 to 16");
    }

    @Test
    void endsSessionsAfterAGap() {
        numbers("numbers", 0L, 3L, 20L, 9L, 40L)
                .keyBy(n -> "k")
                .session(
                        "sessions",
                        n -> n,
                        Duration.ofMillis(7),
                        (n, begin, end) -> n + " of " + begin + " to " + end,
                        false);
        try (TopologyTestDriver driver = TopologyTestDriver.of(flows.build()).start()) {
            driver.runUntilIdle();
            assertThat(values(driver, "sessions"))
                    .containsExactlyInAnyOrder(
                            "0 of 0 to 16",
                            "3 of 0 to 16",
                            "9 of 0 to 16",
                            "20 of 20 to 27",
                            "40 of 40 to 47");
            assertThat(driver.pending()).isEmpty();
        }
    }

    /** Values may wait for any time; a timeout would only replay them again and again. */
    @Test
    void keepsValuesThatWaitForATableFromTimingOut() {
        KeyedFlow<Long, Long> table = numbers("table").keyBy(n -> n % 10);
        numbers("stream").keyBy(n -> n % 10).joinTable("join", table, new Pairs());
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(flows.build())
                        .withStormTime()
                        .feeding("table", "stream")
                        .start()) {
            driver.spout("stream").emit(21L);
            driver.spout("table").emit(1L);
            driver.advance(Duration.ofMinutes(5));
            assertThat(driver.failed()).isEmpty();
            driver.spout("table").onStream(Punctuation.STREAM).emit("final", 1L);
            driver.runUntilIdle();
            assertThat(values(driver, "join")).containsExactly("21-1");
        }
    }

    @Test
    void waitsForTheWholeTable() {
        KeyedFlow<Long, Long> table = numbers("table", 1L, 11L, 2L, 5L).keyBy(n -> n % 10);
        numbers("stream", 21L, 22L, 23L)
                .keyBy(n -> n % 10)
                .tasks(2)
                .joinTable("join", table, new Pairs());
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(flows.build()).withCores(2, 5).start()) {
            driver.runUntilIdle();
            assertThat(values(driver, "join"))
                    .containsExactlyInAnyOrder("21-1", "21-11", "22-2", "alone 5");
            assertThat(driver.pending()).isEmpty();
        }
    }
}
