package io.eyewall.toolkit.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.testkit.TopologyTestDriver;
import io.eyewall.toolkit.Counted;
import io.eyewall.toolkit.flow.FlowBuilder;
import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.Fold;
import io.eyewall.toolkit.progress.Position;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.storm.tuple.Fields;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Event time of sources that read several partitions side by side. */
class EventTimeTest {
    private static final int WINDOW_MS = 100;

    /** A message of a partition: its time, and from when on it is there to read. */
    private record Row(long timeMs, long fromMs) implements Serializable {}

    /** Reads partitions side by side: from a random one at each poll, or from the first. */
    private static final class Partitioned implements SourceReader {
        private final Map<String, Queue<Row>> partitions = new LinkedHashMap<>();
        private final boolean ends;
        private final @Nullable Random random;
        private final long startMs = Time.currentTimeMillis();
        private long offset;

        private Partitioned(
                List<List<Row>> all, int task, int tasks, boolean ends, @Nullable Random random) {
            for (int i = task; i < all.size(); i += tasks) {
                partitions.put("p" + i, new ArrayDeque<>(all.get(i)));
            }
            this.ends = ends;
            this.random = random;
        }

        private Queue<Row> rowsOf(String name) {
            return Objects.requireNonNull(partitions.get(name));
        }

        @Override
        public void open() {
            // Nothing to connect to.
        }

        @Override
        public Set<String> partitions() {
            Set<String> names = new TreeSet<>(partitions.keySet());
            names.removeIf(name -> ends && rowsOf(name).isEmpty());
            return names;
        }

        @Override
        public List<Incoming> poll() {
            List<String> names = new ArrayList<>(partitions.keySet());
            if (random != null) {
                Collections.shuffle(names, random);
            }
            int most = random == null ? 500 : random.nextInt(100);
            List<Incoming> messages = new ArrayList<>();
            for (String name : names) {
                Queue<Row> rows = rowsOf(name);
                while (messages.size() < most && isThere(rows.peek())) {
                    messages.add(
                            new Message(new Position(name, offset++, 0), rows.remove().timeMs()));
                }
                if (!messages.isEmpty()) {
                    break;
                }
            }
            return messages;
        }

        private boolean isThere(@Nullable Row row) {
            return row != null && row.fromMs() <= Time.currentTimeMillis() - startMs;
        }

        @Override
        public boolean hasReadAll(String partition) {
            return !isThere(rowsOf(partition).peek());
        }

        @Override
        public boolean ended() {
            return ends && partitions.values().stream().allMatch(Queue::isEmpty);
        }

        @Override
        public void done(Incoming message) {
            // Nothing is read again.
        }

        @Override
        public void commit() {
            // Nothing is read again.
        }

        @Override
        public void close() {
            // Nothing to disconnect from.
        }
    }

    private record Message(Position position, long timeMs) implements Incoming {
        @Override
        public List<Object> values() {
            return List.of(timeMs);
        }

        @Override
        public String text() {
            return String.valueOf(timeMs);
        }
    }

    /** Counts the messages of a window. */
    private record Counts() implements Fold<Long, long[], String> {
        @Override
        public long until(Long timeMs) {
            return (timeMs / WINDOW_MS + 1) * WINDOW_MS;
        }

        @Override
        public long[] start(Long first) {
            return new long[] {until(first), 0};
        }

        @Override
        public void add(long[] group, Long value) {
            group[1]++;
        }

        @Override
        public void result(long[] group, EachBolt.Out<String> out) {
            out.accept(group[0] + ": " + group[1]);
        }
    }

    private static SourceSpout source(SourceReader.Factory readers, Duration delay) {
        return new SourceSpout(
                readers,
                new Fields("time"),
                new SourceOptions(
                        Integer.MAX_VALUE,
                        Integer.MAX_VALUE,
                        Duration.ofMillis(1),
                        Duration.ofMillis(200),
                        false,
                        false,
                        EventTime.of(values -> (Long) values.get(0), delay),
                        null));
    }

    private static TopologyTestDriver start(
            List<List<Row>> all, int tasks, boolean ends, Duration delay, @Nullable Random random)
            throws Exception {
        FlowBuilder flows = new FlowBuilder();
        SourceSpout source =
                source(
                        (task, count, conf) -> new Partitioned(all, task, count, ends, random),
                        delay);
        flows.source("in", source, tasks, tuple -> tuple.getLong(0))
                .fold("counts", new Counts(), true);
        return TopologyTestDriver.of(flows.build()).withConf(Counted.CONF).withStormTime().start();
    }

    private static List<Object> counts(TopologyTestDriver driver) {
        return driver.emitted("counts", "default").stream()
                .map(each -> each.values().get(0))
                .toList();
    }

    /** Messages of consecutive times, which are there from a moment on. */
    private static List<Row> rows(long firstMs, long count, long fromMs) {
        List<Row> rows = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            rows.add(new Row(firstMs + i, fromMs));
        }
        return rows;
    }

    @Test
    void waitsForAPartitionThatIsReadLater() throws Exception {
        List<List<Row>> all = List.of(rows(0, 1000, 0), rows(0, 1000, 0), rows(0, 1000, 0));
        try (TopologyTestDriver driver = start(all, 1, true, Duration.ZERO, null)) {
            driver.advance(Duration.ofSeconds(1));
            assertThat(counts(driver)).hasSize(10).allMatch(each -> ("" + each).endsWith(": 300"));
            assertThat(Counted.of("late")).isZero();
        }
    }

    /** Of three tasks one has nothing to read, and one nothing for a long time. */
    @Test
    void doesNotWaitForASilentPartition() throws Exception {
        long laterMs = EventTime.IDLE_AFTER.toMillis() + 10_000;
        List<Row> silent = new ArrayList<>(rows(0, 1, 0));
        silent.addAll(rows(500, 1, laterMs));
        silent.addAll(rows(999, 1, laterMs));
        silent.addAll(rows(2001, 1, laterMs));
        List<List<Row>> all = List.of(new ArrayList<>(rows(0, 1000, 0)), silent);
        all.get(0).addAll(rows(2000, 1, laterMs + 5000));
        try (TopologyTestDriver driver = start(all, 3, false, Duration.ZERO, null)) {
            driver.advance(EventTime.IDLE_AFTER.minusSeconds(1));
            assertThat(counts(driver)).isEmpty();
            driver.advance(Duration.ofSeconds(2));
            assertThat(counts(driver))
                    .hasSize(9)
                    .startsWith("100: 101", "200: 100")
                    .endsWith("900: 100");
            driver.advance(Duration.ofSeconds(16));
            assertThat(counts(driver)).hasSize(10).endsWith("1000: 101");
            assertThat(Counted.of("late")).isEqualTo(1);
        }
    }

    /** What is ahead waits in bolts. */
    @Test
    void waitsForATaskThatIsFarBehind() throws Exception {
        List<Row> slow = new ArrayList<>();
        for (int second = 0; second < 10; second++) {
            slow.addAll(rows(second * 20_000L, 1, second * 1000L));
        }
        List<List<Row>> all = List.of(rows(0, 200_000, 0), slow);
        try (TopologyTestDriver driver = start(all, 2, true, Duration.ZERO, null)) {
            driver.advance(Duration.ofMillis(500));
            int most = TimeMarkers.MAX_MESSAGES_AHEAD + 1_000;
            assertThat(driver.emitted("in", "default")).hasSizeBetween(most - 2_000, most);
            driver.advance(Duration.ofSeconds(11));
            assertThat(driver.emitted("in", "default")).hasSize(200_010);
            assertThat(counts(driver)).hasSize(2_000);
            assertThat(Counted.of("late")).isZero();
        }
    }

    @Test
    void refusesToBeIdleAtOnce() {
        EventTime time = EventTime.of(values -> 0L, Duration.ZERO);
        assertThat(time.idleAfter(Duration.ofMillis(1)).idleMs()).isEqualTo(1);
        assertThatThrownBy(() -> time.idleAfter(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("idleAfter(PT0S): expected at least a millisecond");
    }

    /**
     * Partitions are read in any order and pause for any time up to that of an idle one: no message
     * is late, and each window is emitted once, with all of its messages.
     */
    @Property(tries = 15)
    void countsAllThatIsNotOlderThanTheDelay(
            @ForAll @IntRange(min = 1, max = 5) int partitions,
            @ForAll @IntRange(min = 1, max = 4) int tasks,
            @ForAll @IntRange(max = 200) int delayMs,
            @ForAll boolean ends,
            @ForAll long seed)
            throws Exception {
        Random random = new Random(seed);
        List<List<Row>> all = new ArrayList<>();
        Map<Long, Long> expected = new TreeMap<>();
        for (int i = 0; i < partitions; i++) {
            List<Row> rows = new ArrayList<>();
            long timeMs = random.nextInt(1000);
            long fromMs = 0;
            for (int left = random.nextInt(400); left > 0; left--) {
                timeMs += random.nextInt(20);
                fromMs += random.nextInt(100) == 0 ? random.nextInt(3000) : 0;
                long rowMs = Math.max(0, timeMs - random.nextInt(delayMs + 1));
                rows.add(new Row(rowMs, fromMs));
                expected.merge(new Counts().until(rowMs), 1L, Long::sum);
            }
            all.add(rows);
        }
        long lastMs = 30_000;
        if (!ends) { // behind all others, which are silent then
            all.get(0).add(new Row(1_000_000, lastMs));
        }

        try (TopologyTestDriver driver =
                start(all, tasks, ends, Duration.ofMillis(delayMs), random)) {
            driver.advance(Duration.ofMillis(lastMs + 1000));

            assertThat(Counted.of("late")).isZero();
            assertThat(counts(driver))
                    .containsExactlyInAnyOrderElementsOf(
                            expected.entrySet().stream()
                                    .map(each -> each.getKey() + ": " + each.getValue())
                                    .toList());
        }
    }
}
