package io.eyewall.toolkit.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.testkit.ExecutedTuple;
import io.eyewall.testkit.TestDriverBuilder;
import io.eyewall.testkit.TopologyTestDriver;
import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.NumberSpout;
import io.eyewall.toolkit.failure.DeadLetter;
import io.eyewall.toolkit.grouping.SizeGrouping;
import io.eyewall.toolkit.operator.Aggregates;
import io.eyewall.toolkit.operator.DynamicFilterBolt;
import io.eyewall.toolkit.operator.Keyed;
import io.eyewall.toolkit.punctuation.Punctuation;
import io.eyewall.toolkit.window.Bound;
import io.eyewall.toolkit.window.WindowSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.storm.topology.BasicBoltExecutor;
import org.apache.storm.topology.FailedException;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests each operator in a topology on the engine, with virtual time. */
class FlowTest {
    private static final Duration LONG = Duration.ofSeconds(5);

    /** How often a function will still throw; static, because functions are serialized. */
    private static final AtomicInteger THROWS = new AtomicInteger();

    private final FlowBuilder flows = new FlowBuilder();

    private Flow<Integer> numbers(int count, int window) {
        return numbers("numbers", count, window, 1);
    }

    private Flow<Integer> numbers(String id, int count, int window, int tasks) {
        return flows.source(
                id, new NumberSpout(count, window), tasks, tuple -> tuple.getInteger(0));
    }

    private TopologyTestDriver start() {
        return start(1, 0);
    }

    private TopologyTestDriver start(int cores, long seed) {
        TestDriverBuilder builder = TopologyTestDriver.of(flows.build()).withStormTime();
        return (cores == 1 ? builder : builder.withCores(cores, seed)).start();
    }

    /** Returns the values that an operator has emitted, in order. */
    private static List<Object> values(TopologyTestDriver driver, String id) {
        return driver.emitted(id).stream()
                .filter(each -> !each.stream().equals(Punctuation.STREAM))
                .map(each -> each.values().get(each.values().size() - 1))
                .toList();
    }

    /** Runs to the end and checks that nothing is pending and nothing failed. */
    private static void drain(TopologyTestDriver driver) {
        driver.advance(LONG);
        assertThat(driver.pending()).isEmpty();
        assertThat(driver.failed()).isEmpty();
    }

    private static List<Object> range(int from, int to) {
        return IntStream.range(from, to).<Object>mapToObj(i -> i).toList();
    }

    @Test
    void filtersMapsAndFlattens() {
        numbers(10, 0)
                .filter("even", n -> n % 2 == 0)
                .map("text", n -> "n" + n)
                .flatMap("twice", text -> List.of(text, text + "!"));
        try (TopologyTestDriver driver = start()) {
            drain(driver);
            assertThat(values(driver, "text")).containsExactly("n0", "n2", "n4", "n6", "n8");
            assertThat(values(driver, "twice")).hasSize(10).contains("n8", "n8!");
        }
    }

    /**
     * Operators downstream receive nothing made of a value at which the function throws, not even
     * what was made before it threw.
     */
    @Test
    void catchesExceptionsAndContinues() {
        numbers(6, 0)
                .catching()
                .flatMap(
                        "halves",
                        n -> () -> IntStream.of(100, n == 3 ? 0 : 1).map(i -> n + 6 / i).iterator())
                .map("on", n -> n);
        flows.deadLetters("halves").map("why", letter -> letter);
        try (TopologyTestDriver driver = start()) {
            drain(driver);
            assertThat(values(driver, "on")).hasSize(10).doesNotContain(3);
            assertThat(values(driver, "why"))
                    .singleElement(InstanceOfAssertFactories.type(DeadLetter.class))
                    .satisfies(
                            letter -> {
                                assertThat(letter.reason())
                                        .startsWith("java.lang.ArithmeticException: / by zero at ")
                                        .contains("FlowTest.java:");
                                assertThat(letter.position()).startsWith("numbers-values:");
                                assertThat(letter.record()).isEqualTo("3");
                            });
        }
    }

    @Test
    void catchesInASplitAForEachAndAKey() {
        List<Flow<Integer>> parts = numbers(8, 0).catching().split("split", 2, n -> 4 / (n - 2));
        parts.get(0)
                .catching()
                .map("keyed", n -> n)
                .keyBy(n -> 1 / (n - 7))
                .running("sum", 0, Integer::sum);
        parts.get(1).catching().forEach("end", n -> Objects.checkIndex(n, 6));
        flows.deadLetters("split").map("of-split", DeadLetter::record);
        flows.deadLetters("keyed").map("of-keyed", DeadLetter::record);
        flows.deadLetters("end").map("of-end", DeadLetter::record);
        try (TopologyTestDriver driver = start()) {
            drain(driver);
            assertThat(values(driver, "of-split")).containsExactly("2");
            assertThat(values(driver, "of-keyed")).containsExactly("7");
            assertThat(values(driver, "of-end")).containsExactly("6");
        }
    }

    /** Storm's exception for a failed tuple causes a replay. */
    @Test
    void failsAValueOnAFailedException() {
        THROWS.set(3);
        numbers(5, 0)
                .map(
                        "flaky",
                        n -> {
                            if (n == 2 && THROWS.getAndDecrement() > 0) {
                                throw new FailedException("as the test wants it");
                            }
                            return n;
                        })
                .map("on", n -> n);
        try (TopologyTestDriver driver = start()) {
            driver.advance(LONG);
            assertThat(driver.pending()).isEmpty();
            assertThat(driver.failed()).hasSize(3);
            assertThat(values(driver, "on")).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        }
    }

    @Test
    void splitsAndUnites() {
        List<Flow<Integer>> parts = numbers(9, 0).split("by-three", 2, n -> n % 3);
        parts.get(0).union(parts.get(1)).map("both", n -> n);
        parts.get(1).map("ones", n -> n);
        try (TopologyTestDriver driver = start()) {
            drain(driver);
            assertThat(values(driver, "ones")).containsExactly(1, 4, 7);
            assertThat(values(driver, "both")).containsExactlyInAnyOrder(0, 1, 3, 4, 6, 7);
        }
    }

    @Test
    void evaluatesWindowsByKeyAndFlushesThemAtTheEnd() {
        numbers(10, 0)
                .keyBy(n -> n % 2)
                .tasks(2)
                .window(WindowSpec.tumbling(Bound.count(3)))
                .aggregate("sums", Aggregates.sumLong(n -> n));
        try (TopologyTestDriver driver = start()) {
            drain(driver);
            assertThat(values(driver, "sums"))
                    .containsExactlyInAnyOrder(
                            new Keyed<>(0, 6L),
                            new Keyed<>(1, 9L),
                            new Keyed<>(0, 14L),
                            new Keyed<>(1, 16L));
            assertThat(driver.acked()).hasSize(11);
        }
    }

    @Test
    void acksATupleWhenItLeavesItsWindow() {
        numbers(4, 0)
                .window(WindowSpec.sliding(Bound.time(Duration.ofSeconds(2)), Bound.count(1)))
                .aggregate("counts", Aggregates.count())
                .filter("none", any -> false);
        // without an end marker nothing is flushed
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(flows.build()).withStormTime().feeding("numbers").start()) {
            Object first = driver.spout("numbers").emit(1);
            driver.advance(Duration.ofMillis(500));
            Object second = driver.spout("numbers").emit(2);
            driver.runUntilIdle();
            assertThat(driver.pending()).containsExactlyInAnyOrder(first, second);
            driver.advance(Duration.ofSeconds(2));
            assertThat(driver.acked()).containsExactly(first);
            driver.advance(Duration.ofSeconds(1));
            assertThat(driver.acked()).containsExactly(first, second);
            assertThat(values(driver, "counts"))
                    .containsExactly(new Keyed<>(null, 1L), new Keyed<>(null, 2L));
        }
    }

    @Test
    void acksATupleAtOnceOnRequest() {
        numbers(0, 0)
                .window(WindowSpec.sliding(Bound.count(2), Bound.count(1)))
                .ackAtOnce()
                .aggregate("sums", Aggregates.sumLong(n -> n));
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(flows.build()).withStormTime().feeding("numbers").start()) {
            for (int i = 1; i <= 3; i++) {
                driver.spout("numbers").emit(i);
            }
            driver.runUntilIdle();
            assertThat(driver.acked()).hasSize(3);
            assertThat(values(driver, "sums"))
                    .containsExactly(
                            new Keyed<>(null, 1L), new Keyed<>(null, 3L), new Keyed<>(null, 5L));
        }
    }

    /** A window contains what all tasks sent before its marker, whichever task is faster. */
    @ParameterizedTest
    @CsvSource({"1, 1, 0", "2, 1, 7", "3, 2, 1", "3, 3, 5", "2, 3, 99"})
    void alignsTheMarkersOfAllTasks(int tasks, int cores, long seed) {
        int windows = 4;
        int size = 5;
        numbers("numbers", tasks * windows * size, size, tasks)
                .map("middle", n -> n)
                .tasks(1)
                .window(WindowSpec.tumbling(Bound.punctuation()))
                .aggregate("windows", Aggregates.list());
        try (TopologyTestDriver driver = start(cores, seed)) {
            drain(driver);
            List<Object> all = values(driver, "windows");
            assertThat(all).hasSize(windows);
            for (int i = 0; i < windows; i++) {
                Keyed<?, ?> window = (Keyed<?, ?>) all.get(i);
                int from = i * tasks * size;
                assertThat(window.value())
                        .asInstanceOf(InstanceOfAssertFactories.LIST)
                        .containsExactlyInAnyOrderElementsOf(range(from, from + tasks * size));
            }
        }
    }

    @Test
    void sortsWindows() {
        numbers(6, 3)
                .window(WindowSpec.tumbling(Bound.punctuation()))
                .sort("sorted", (first, second) -> second - first);
        try (TopologyTestDriver driver = start()) {
            drain(driver);
            assertThat(values(driver, "sorted")).containsExactly(2, 1, 0, 5, 4, 3);
        }
    }

    @Test
    void addsUpByKey() {
        numbers(6, 0).keyBy(n -> n % 2).running("sums", 0, Integer::sum);
        try (TopologyTestDriver driver = start()) {
            drain(driver);
            assertThat(values(driver, "sums"))
                    .containsExactlyInAnyOrder(
                            new Keyed<>(0, 0),
                            new Keyed<>(1, 1),
                            new Keyed<>(0, 2),
                            new Keyed<>(1, 4),
                            new Keyed<>(0, 6),
                            new Keyed<>(1, 9));
        }
    }

    @Test
    void joinsValuesInTheOtherWindow() {
        WindowSpec<Integer> all = WindowSpec.sliding(Bound.count(100), Bound.count(1));
        KeyedFlow<Integer, Integer> left = numbers("left", 6, 0, 1).keyBy(n -> n % 3);
        KeyedFlow<Integer, Integer> right = numbers("right", 3, 0, 1).keyBy(n -> n);
        left.tasks(2).join("pairs", all, right, all, (l, r) -> l + "-" + r);
        try (TopologyTestDriver driver = start()) {
            drain(driver);
            assertThat(values(driver, "pairs"))
                    .containsExactlyInAnyOrder("0-0", "3-0", "1-1", "4-1", "2-2", "5-2");
        }
    }

    /**
     * Both values of a failed pair come again, each followed by an end marker of its own flow;
     * neither may be dropped before the other arrives.
     */
    @Test
    void replaysAPairThatFailsAfterTheEnd() {
        Collect.failNext("joined", 4);
        WindowSpec<Integer> all = WindowSpec.sliding(Bound.count(100), Bound.count(1));
        KeyedFlow<Integer, Integer> left = numbers("left", 6, 0, 1).keyBy(n -> n % 3);
        KeyedFlow<Integer, Integer> right = numbers("right", 3, 0, 1).keyBy(n -> n);
        left.join("pairs", all, right, all, (l, r) -> l + "-" + r)
                .to("kept", new BasicBoltExecutor(new Collect("joined")));
        try (TopologyTestDriver driver = start()) {
            driver.advance(LONG);
            assertThat(driver.pending()).isEmpty();
            assertThat(Collect.firstsOf("joined"))
                    .contains("0-0", "3-0", "1-1", "4-1", "2-2", "5-2");
        }
    }

    private Flow<Integer> late(String id, int count) {
        return flows.source(id, new NumberSpout(count, 0, 20_000), tuple -> tuple.getInteger(0));
    }

    /**
     * Simulates timeouts: the second value comes long after the first, and after its end marker.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 11})
    void joinsReplaysOfAPairThatComeFarApart(int failures) {
        String kept = "joined-" + failures;
        Collect.failNext(kept, failures);
        WindowSpec<Integer> all = WindowSpec.sliding(Bound.count(100), Bound.count(1));
        KeyedFlow<Integer, Integer> left = numbers("left", 6, 0, 1).keyBy(n -> n % 3);
        left.join("pairs", all, late("right", 3).keyBy(n -> n), all, (l, r) -> l + "-" + r)
                .to("kept", new BasicBoltExecutor(new Collect(kept)));
        try (TopologyTestDriver driver = start()) {
            driver.advance(Duration.ofMinutes(5));
            assertThat(driver.pending()).isEmpty();
            assertThat(Collect.firstsOf(kept)).contains("0-0", "3-0", "1-1", "4-1", "2-2", "5-2");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void pairsReplaysAtABarrierThatComeFarApart(int failures) {
        String kept = "met-" + failures;
        Collect.failNext(kept, failures);
        numbers("left", 4, 0, 1)
                .barrier("pairs", late("right", 3), (l, r) -> l + "-" + r)
                .to("kept", new BasicBoltExecutor(new Collect(kept)));
        try (TopologyTestDriver driver = start()) {
            driver.advance(Duration.ofMinutes(5));
            assertThat(driver.pending()).isEmpty();
            List<String> pairs =
                    Collect.firstsOf(kept).stream()
                            .map(String::valueOf)
                            .filter(each -> each.contains("-"))
                            .toList();
            assertThat(pairs).map(each -> each.split("-")[0]).contains("0", "1", "2");
            assertThat(pairs).map(each -> each.split("-")[1]).contains("0", "1", "2");
        }
    }

    @Test
    void throttlesEvenly() {
        numbers(5, 0).throttle("slow", 10);
        try (TopologyTestDriver driver = start()) {
            long before = driver.now().toEpochMilli();
            driver.runUntilIdle();
            assertThat(driver.now().toEpochMilli() - before).isBetween(390L, 410L);
            drain(driver);
            assertThat(values(driver, "slow")).isEqualTo(range(0, 5));
        }
    }

    @Test
    void delays() {
        numbers(2, 0).delay("late", Duration.ofSeconds(3));
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(flows.build()).withStormTime().feeding("numbers").start()) {
            driver.spout("numbers").emit(1);
            driver.advance(Duration.ofMillis(2_900));
            assertThat(values(driver, "late")).isEmpty();
            driver.advance(Duration.ofMillis(1_100));
            assertThat(values(driver, "late")).containsExactly(1);
        }
    }

    @Test
    void dropsDuplicates() {
        numbers(12, 0).deDuplicate("few", n -> n / 3, Bound.count(2));
        try (TopologyTestDriver driver = start()) {
            drain(driver);
            assertThat(values(driver, "few")).containsExactly(0, 3, 6, 9);
        }
    }

    /** A dropped value does not displace a key. */
    @ParameterizedTest
    @CsvSource({"1, 0 1 0 2", "2, 0 1 2", "3, 0 1 2"})
    void deDuplicatesAmongTheLastKeysThatPassed(int keys, String passed) {
        List<Integer> all = List.of(0, 0, 1, 1, 1, 0, 2);
        numbers(all.size(), 0).map("all", all::get).deDuplicate("few", n -> n, Bound.count(keys));
        try (TopologyTestDriver driver = start()) {
            drain(driver);
            assertThat(values(driver, "few"))
                    .map(String::valueOf)
                    .containsExactly(passed.split(" "));
        }
    }

    /** Passes the first of each three numbers; failed values come again, behind all others. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 9})
    void passesAReplayOfAValueThatFailedDownstream(int failures) {
        String kept = "few-failed-" + failures;
        Collect.failNext(kept, failures);
        numbers(12, 0)
                .deDuplicate("few", n -> n / 3, Bound.count(9), n -> n)
                .to("kept", new BasicBoltExecutor(new Collect(kept)));
        try (TopologyTestDriver driver = start()) {
            driver.advance(LONG);
            assertThat(driver.pending()).isEmpty();
        }
        assertThat(Collect.firstsOf(kept))
                .filteredOn(each -> each instanceof Integer)
                .containsExactlyInAnyOrder(0, 3, 6, 9);
    }

    /**
     * The identity of a value is remembered for as long as the value may fail, even if its key is
     * forgotten.
     */
    @Test
    void passesAReplayWhoseKeyIsForgotten() {
        numbers(3, 0).deDuplicate("few", n -> 0, Bound.time(Duration.ofSeconds(10)), n -> n);
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(flows.build()).withStormTime().feeding("numbers").start()) {
            driver.spout("numbers").emit(1);
            driver.advance(Duration.ofSeconds(20));
            driver.spout("numbers").emit(2);
            driver.spout("numbers").emit(1);
            driver.spout("numbers").emit(3);
            driver.advance(Duration.ofSeconds(5));
            assertThat(values(driver, "few")).containsExactly(1, 2, 1);
            driver.advance(Duration.ofMinutes(2));
            driver.spout("numbers").emit(4);
            driver.spout("numbers").emit(1);
            driver.runUntilIdle();
            assertThat(values(driver, "few")).containsExactly(1, 2, 1, 4);
        }
    }

    @Test
    void pairsAtABarrier() {
        numbers("left", 4, 0, 1).barrier("pairs", numbers("right", 3, 0, 1), (l, r) -> l + "-" + r);
        try (TopologyTestDriver driver = start()) {
            drain(driver);
            assertThat(values(driver, "pairs")).containsExactly("0-0", "1-1", "2-2");
        }
    }

    @Test
    void passesAGateAsValuesAreCompleted() {
        Flow<Integer> control = numbers("done", 1, 0, 1);
        numbers("numbers", 5, 0, 1).gate("gate", 2, control);
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(flows.build())
                        .withStormTime()
                        .feeding("numbers", "done")
                        .start()) {
            for (int i = 0; i < 5; i++) {
                driver.spout("numbers").emit(i);
            }
            driver.advance(Duration.ofMinutes(5));
            assertThat(values(driver, "gate")).containsExactly(0, 1);
            assertThat(driver.failed()).as("what waits does not time out").isEmpty();
            driver.spout("done").emit(1);
            driver.runUntilIdle();
            assertThat(values(driver, "gate")).containsExactly(0, 1, 2);
        }
    }

    @Test
    void filtersByTheOtherFlow() {
        Flow<DynamicFilterBolt.Change> changes =
                numbers("changes", 0, 0, 1)
                        .map("change", n -> new DynamicFilterBolt.Change(n, n >= 0));
        numbers("numbers", 0, 0, 1).tasks(2).dynamicFilter("wanted", n -> n, changes);
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(flows.build())
                        .withStormTime()
                        .feeding("numbers", "changes")
                        .start()) {
            driver.spout("changes").emit(1);
            driver.runUntilIdle();
            for (int i = 0; i < 4; i++) {
                driver.spout("numbers").emit(i % 2);
            }
            driver.runUntilIdle();
            assertThat(values(driver, "wanted")).containsExactly(1, 1);
        }
    }

    /** A value stays in its replica, and all replicas are used. */
    @Test
    void replicatesTheChainOfARegion() {
        numbers(60, 0)
                .parallel(
                        3,
                        Partition.evenly(),
                        flow -> flow.map("first", n -> n).map("second", n -> n))
                .map("behind", n -> n);
        try (TopologyTestDriver driver = start(3, 4)) {
            drain(driver);
            List<Integer> firsts = tasksOf(driver, "first");
            List<Integer> seconds = tasksOf(driver, "second");
            assertThat(firsts).hasSize(3);
            assertThat(seconds).hasSize(3);
            Map<Object, Integer> first = taskByValue(driver, "first");
            Map<Object, Integer> second = taskByValue(driver, "second");
            first.forEach(
                    (value, task) ->
                            assertThat(seconds.indexOf(second.get(value)))
                                    .isEqualTo(firsts.indexOf(task)));
            assertThat(first.values()).containsAll(firsts);
            assertThat(values(driver, "behind")).containsExactlyInAnyOrderElementsOf(range(0, 60));
        }
    }

    private static List<Integer> tasksOf(TopologyTestDriver driver, String id) {
        return driver.topology().plan().component(id).taskIds();
    }

    private static Map<Object, Integer> taskByValue(TopologyTestDriver driver, String id) {
        return driver.executed(id).stream()
                .filter(each -> each.values().size() == 1)
                .collect(Collectors.toMap(each -> each.values().get(0), ExecutedTuple::task));
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 0", "3, 3, 1", "3, 2, 2", "4, 3, 77"})
    void keepsTheOrderOfARegion(int replicas, int cores, long seed) {
        numbers(80, 20)
                .parallelInOrder(
                        "region",
                        replicas,
                        flow ->
                                flow.filter("some", n -> n % 3 != 0)
                                        .flatMap("more", n -> List.of(n, -n)));
        try (TopologyTestDriver driver = start(cores, seed)) {
            drain(driver);
            List<Object> expected =
                    IntStream.range(0, 80)
                            .filter(n -> n % 3 != 0)
                            .<Object>mapToObj(n -> List.of(n, -n))
                            .flatMap(pair -> ((List<?>) pair).stream())
                            .collect(Collectors.toList());
            assertThat(values(driver, "region-in-order")).isEqualTo(expected);
        }
    }

    @Test
    void sharesBySize() {
        numbers(4, 0)
                .map("text", n -> "x".repeat(List.of(1, 10, 1, 8).get(n)))
                .tasks(2)
                .partition(Partition.bySize(SizeGrouping.byLength()))
                .map("shared", text -> text);
        try (TopologyTestDriver driver = start()) {
            drain(driver);
            Map<Integer, Integer> sizes =
                    driver.executed("shared").stream()
                            .filter(each -> each.values().size() == 1)
                            .collect(
                                    Collectors.groupingBy(
                                            ExecutedTuple::task,
                                            Collectors.summingInt(
                                                    each ->
                                                            ((String) each.values().get(0))
                                                                    .length())));
            assertThat(sizes.values()).containsExactlyInAnyOrder(10, 10);
        }
    }
}
