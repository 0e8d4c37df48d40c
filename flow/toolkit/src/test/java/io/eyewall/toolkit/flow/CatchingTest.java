package io.eyewall.toolkit.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.testkit.TopologyTestDriver;
import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.NumberSpout;
import io.eyewall.toolkit.failure.DeadLetter;
import io.eyewall.toolkit.operator.DynamicFilterBolt;
import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.Fold;
import io.eyewall.toolkit.operator.Keyed;
import io.eyewall.toolkit.operator.TableJoinBolt;
import io.eyewall.toolkit.punctuation.Punctuation;
import io.eyewall.toolkit.window.Bound;
import io.eyewall.toolkit.window.WindowSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.storm.topology.BasicBoltExecutor;
import org.junit.jupiter.api.Test;

/** Functions that throw in operators that keep values, and inside regions. */
class CatchingTest {
    private static final WindowSpec<Integer> ALL =
            WindowSpec.sliding(Bound.count(100), Bound.count(1));

    private final FlowBuilder flows = new FlowBuilder();

    private Flow<Integer> numbers(int count) {
        return numbers("numbers", count, 0);
    }

    private Flow<Integer> numbers(String id, int count, int window) {
        return flows.source(id, new NumberSpout(count, window), tuple -> tuple.getInteger(0));
    }

    private static int not(int bad, int number) {
        if (number == bad) {
            throw new IllegalArgumentException("not " + bad);
        }
        return number;
    }

    /** Runs the topology to its end. */
    private TopologyTestDriver drained() {
        TopologyTestDriver driver = TopologyTestDriver.of(flows.build()).withStormTime().start();
        driver.advance(Duration.ofSeconds(5));
        assertThat(driver.pending()).isEmpty();
        assertThat(driver.failed()).isEmpty();
        return driver;
    }

    private static List<Object> values(TopologyTestDriver driver, String id) {
        return driver.emitted(id).stream()
                .filter(each -> !each.stream().equals(Punctuation.STREAM))
                .map(each -> each.values().get(each.values().size() - 1))
                .toList();
    }

    private void lettersOf(String id) {
        flows.deadLetters(id).map("letters", DeadLetter::record);
    }

    private static List<Object> letters(TopologyTestDriver driver) {
        return values(driver, "letters");
    }

    private static List<Object> rest(TopologyTestDriver driver, String id) {
        return values(driver, id).stream().filter(each -> !(each instanceof String)).toList();
    }

    @Test
    void buriesAWindowWhoseFunctionThrowsAsOneLetter() {
        numbers(9)
                .catching()
                .window(WindowSpec.tumbling(Bound.count(3)))
                .aggregate("sums", all -> all.stream().mapToInt(n -> not(4, n)).sum());
        lettersOf("sums");
        try (TopologyTestDriver driver = drained()) {
            assertThat(rest(driver, "sums"))
                    .containsExactly(new Keyed<>(null, 3), new Keyed<>(null, 21));
            assertThat(letters(driver)).containsExactly("[3, 4, 5]");
        }
    }

    /** A letter names the position in the user's code and the values of the window. */
    @Test
    void namesPositionAndReasonInALetter() {
        numbers(3)
                .catching()
                .keyBy(n -> "k")
                .window(WindowSpec.tumbling(Bound.count(3)))
                .sort("sorted", (first, second) -> not(2, first) - not(2, second));
        flows.deadLetters("sorted").map("letters", letter -> letter);
        try (TopologyTestDriver driver = drained()) {
            DeadLetter letter = (DeadLetter) letters(driver).get(0);
            assertThat(letter.reason())
                    .startsWith("java.lang.IllegalArgumentException: not 2 at ")
                    .contains("CatchingTest.java:");
            assertThat(letter.record()).isEqualTo("Keyed[key=k, value=[0, 1, 2]]");
            assertThat(letter.position()).startsWith("numbers-values:");
        }
    }

    /** The failing value is not left in the window. */
    @Test
    void keepsAValueWhoseAttributeThrowsOutOfWindows() {
        numbers(6)
                .catching()
                .window(WindowSpec.tumbling(Bound.delta(n -> not(2, n), 2)))
                .aggregate("lists", List::copyOf);
        lettersOf("lists");
        try (TopologyTestDriver driver = drained()) {
            assertThat(rest(driver, "lists"))
                    .containsExactly(
                            new Keyed<>(null, List.of(0, 1)), new Keyed<>(null, List.of(3, 4, 5)));
            assertThat(letters(driver)).containsExactly("2");
        }
    }

    @Test
    void continuesASumWithoutTheFailedValue() {
        numbers(4).catching().keyBy(n -> "k").running("sums", 0, (sum, n) -> sum + not(2, n));
        lettersOf("sums");
        try (TopologyTestDriver driver = drained()) {
            assertThat(rest(driver, "sums"))
                    .containsExactly(new Keyed<>("k", 0), new Keyed<>("k", 1), new Keyed<>("k", 4));
            assertThat(letters(driver)).containsExactly("2");
        }
    }

    @Test
    void buriesAPairThatCannotBeJoinedAsOneLetter() {
        numbers("left", 4, 0)
                .catching()
                .keyBy(n -> n % 2)
                .join(
                        "pairs",
                        ALL,
                        numbers("right", 2, 0).keyBy(n -> n),
                        ALL,
                        (l, r) -> List.of(not(3, l), r));
        lettersOf("pairs");
        try (TopologyTestDriver driver = drained()) {
            assertThat(rest(driver, "pairs"))
                    .containsExactlyInAnyOrder(List.of(0, 0), List.of(2, 0), List.of(1, 1));
            assertThat(letters(driver)).containsExactly("[3, 1]");
        }
    }

    @Test
    void buriesAPairAtABarrierAsOneLetter() {
        numbers("left", 3, 0)
                .catching()
                .barrier("pairs", numbers("right", 3, 0), (l, r) -> List.of(not(1, l), r));
        lettersOf("pairs");
        try (TopologyTestDriver driver = drained()) {
            assertThat(rest(driver, "pairs")).containsExactly(List.of(0, 0), List.of(2, 2));
            assertThat(letters(driver)).containsExactly("[1, 1]");
        }
    }

    /**
     * The bolt cannot know whether a partner failed upstream, so it does not drop the value
     * silently.
     */
    @Test
    void buriesValuesWithoutPartnerAtABarrier() {
        numbers("left", 5, 0)
                .catching()
                .barrier("pairs", numbers("right", 3, 0), (l, r) -> List.of(l, r));
        lettersOf("pairs");
        try (TopologyTestDriver driver = drained()) {
            assertThat(rest(driver, "pairs")).hasSize(3);
            assertThat(letters(driver)).containsExactly("3", "4");
        }
    }

    /**
     * The value failed in another bolt, so its partner is not replayed, which the join cannot know.
     */
    @Test
    void buriesAReplayWithoutPartnerAfterTheEndOfAJoin() {
        Collect.failNext("elsewhere", 1);
        Flow<Integer> left =
                flows.source("left", new NumberSpout(3, 0, 20_000), tuple -> tuple.getInteger(0));
        left.to("elsewhere", new BasicBoltExecutor(new Collect("elsewhere")));
        left.catching()
                .keyBy(n -> n)
                .join(
                        "pairs",
                        ALL,
                        numbers("right", 3, 0).keyBy(n -> n),
                        ALL,
                        (l, r) -> List.of(l, r));
        lettersOf("pairs");
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(flows.build()).withStormTime().start()) {
            driver.advance(Duration.ofMinutes(5));
            assertThat(driver.pending()).isEmpty();
            assertThat(rest(driver, "pairs"))
                    .containsExactlyInAnyOrder(List.of(0, 0), List.of(1, 1), List.of(2, 2));
            assertThat(letters(driver)).containsExactly("0");
        }
    }

    /**
     * Throws at 1 when a group begins, at 2 when a value is added, and at the end of a group with
     * 11.
     */
    private static final class Picky implements Fold<Integer, List<Integer>, List<Integer>> {
        @Override
        public List<Integer> start(Integer first) {
            not(1, first);
            return new ArrayList<>();
        }

        @Override
        public void add(List<Integer> group, Integer value) {
            group.add(not(2, value));
        }

        @Override
        public void result(List<Integer> group, EachBolt.Out<List<Integer>> out) {
            out.accept(group.stream().map(value -> not(11, value)).toList());
        }
    }

    @Test
    void continuesFoldsWithoutFailedValuesAndGroups() {
        numbers(13).catching().keyBy(n -> n % 5).fold("groups", new Picky(), false);
        lettersOf("groups");
        try (TopologyTestDriver driver = drained()) {
            assertThat(rest(driver, "groups"))
                    .containsExactlyInAnyOrder(
                            List.of(0, 5, 10), List.of(7, 12), List.of(3, 8), List.of(4, 9));
            assertThat(letters(driver)).containsExactly("1", "2", "[6, 11]");
        }
    }

    @Test
    void continuesSessionsWithoutFailedValues() {
        numbers(5)
                .catching()
                .keyBy(n -> "k")
                .session(
                        "sessions",
                        n -> not(1, n),
                        Duration.ofMillis(10),
                        (n, begin, end) -> List.of(not(3, n), begin, end),
                        false);
        lettersOf("sessions");
        try (TopologyTestDriver driver = drained()) {
            assertThat(rest(driver, "sessions"))
                    .containsExactly(List.of(0, 0L, 14L), List.of(2, 0L, 14L), List.of(4, 0L, 14L));
            assertThat(letters(driver)).containsExactly("1", "3");
        }
    }

    /** Throws at 2, and at 5 if that has met no partner. */
    private static final class Meeting implements TableJoinBolt.Meeting<Integer, Integer, Integer> {
        @Override
        public void meet(
                Integer value,
                List<TableJoinBolt.Entry<Integer>> others,
                EachBolt.Out<Integer> out) {
            others.forEach(TableJoinBolt.Entry::meet);
            out.accept(not(2, value));
        }

        @Override
        public void alone(Integer value, EachBolt.Out<Integer> out) {
            out.accept(not(5, value));
        }
    }

    @Test
    void continuesTableJoinsWithoutFailedValues() {
        numbers(4)
                .catching()
                .keyBy(n -> n)
                .joinTable("join", numbers("table", 7, 0).keyBy(n -> n), new Meeting());
        lettersOf("join");
        try (TopologyTestDriver driver = drained()) {
            assertThat(rest(driver, "join")).containsExactlyInAnyOrder(0, 1, 3, 4, 6);
            assertThat(letters(driver)).containsExactly("2", "5");
        }
    }

    @Test
    void continuesStatefulFiltersWithoutFailedValues() {
        // the key decides where a value goes, so the upstream operator computes it
        Flow<Integer> few =
                numbers(4)
                        .catching()
                        .map("same", n -> n)
                        .catching()
                        .deDuplicate("few", n -> not(2, n), Bound.count(9));
        few.catching()
                .dynamicFilter(
                        "wanted",
                        n -> not(3, n),
                        numbers("none", 0, 0)
                                .map("change", n -> new DynamicFilterBolt.Change(n, true)));
        flows.deadLetters("same").map("of-few", DeadLetter::record);
        lettersOf("wanted");
        try (TopologyTestDriver driver = drained()) {
            assertThat(values(driver, "of-few")).containsExactly("2");
            assertThat(letters(driver)).containsExactly("3");
        }
    }

    /** These operators compute the keys of the values that they pass on. */
    @Test
    void catchesFailingKeysInOperatorsThatPassValuesOn() {
        numbers(4)
                .catching()
                .throttle("slow", 100)
                .keyBy(n -> not(1, n))
                .running("sums", 0, Integer::sum)
                .map("again", Keyed::value)
                .catching()
                .delay("late", Duration.ofMillis(10))
                .keyBy(n -> not(3, n))
                .running("on", 0, Integer::sum);
        flows.deadLetters("slow").map("of-slow", DeadLetter::record);
        lettersOf("late");
        try (TopologyTestDriver driver = drained()) {
            assertThat(values(driver, "of-slow")).containsExactly("1");
            assertThat(letters(driver)).containsExactly("3");
        }
    }

    /** The number of a failed value passes on without the value, so nothing behind it waits. */
    @Test
    void keepsTheOrderOfARegionWithoutFailedValues() {
        numbers("numbers", 40, 10)
                .parallelInOrder(
                        "region",
                        3,
                        flow ->
                                flow.flatMap("twice", n -> List.of(n, 100 + n))
                                        .catching()
                                        .map("some", n -> not(107, n)));
        lettersOf("some");
        try (TopologyTestDriver driver = drained()) {
            List<Object> expected = new ArrayList<>();
            IntStream.range(0, 40).forEach(n -> expected.addAll(List.of(n, 100 + n)));
            expected.remove((Object) 107);
            assertThat(values(driver, "region-in-order")).isEqualTo(expected);
            assertThat(letters(driver)).containsExactly("107");
        }
    }

    @Test
    void catchesInTheFirstOperatorOfARegion() {
        numbers(4)
                .catching()
                .parallelInOrder("region", 2, flow -> flow.map("first", n -> not(2, n)));
        lettersOf("first");
        try (TopologyTestDriver driver = drained()) {
            assertThat(values(driver, "region-in-order")).containsExactly(0, 1, 3);
            assertThat(letters(driver)).containsExactly("2");
        }
    }

    @Test
    void rejectsCatchingForACustomBolt() {
        assertThatThrownBy(
                        () ->
                                numbers(6)
                                        .catching()
                                        .to("own", new BasicBoltExecutor(new Collect("own"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("catching() before 'own', which is a custom bolt");
    }
}
