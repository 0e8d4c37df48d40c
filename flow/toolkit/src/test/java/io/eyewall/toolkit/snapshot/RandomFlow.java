package io.eyewall.toolkit.snapshot;

import io.eyewall.toolkit.flow.Flow;
import io.eyewall.toolkit.flow.FlowBuilder;
import io.eyewall.toolkit.flow.Partition;
import io.eyewall.toolkit.generate.Generator;
import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.Fold;
import io.eyewall.toolkit.operator.KeyedStep;
import io.eyewall.toolkit.source.EventTime;
import io.eyewall.toolkit.state.KeyedStates;
import io.eyewall.toolkit.state.ListState;
import io.eyewall.toolkit.state.MapState;
import io.eyewall.toolkit.state.ValueState;
import io.eyewall.toolkit.window.Bound;
import io.eyewall.toolkit.window.WindowSpec;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.FailedException;
import org.apache.storm.topology.IRichBolt;
import org.jspecify.annotations.Nullable;

/**
 * A random chain of operators over numbers, whose results are the same in each run: all operators
 * by key have the same key, the remainder of the number, which results keep.
 */
final class RandomFlow {
    private static final int KEYS = 5;
    private static final int MAX_OPERATORS = 4;
    private static final int PER_SECOND = 20_000;
    private static final int FAILURES = 400;
    private static final long MAX_SUM = 1_000_003;

    private final long seed;
    private final int count;

    RandomFlow(long seed, int count) {
        this.seed = seed;
        this.count = count;
    }

    private static long key(long number) {
        return number % KEYS;
    }

    /** Returns a number that stands for a sum and has a key. */
    private static long result(long sum, @Nullable Long key) {
        return sum % MAX_SUM * KEYS + Objects.requireNonNull(key);
    }

    /**
     * Returns the topology, with a component {@code sink} at its end.
     *
     * @param fails whether a step now and then fails a tuple
     */
    StormTopology topology(IRichBolt sink, boolean fails) {
        Random random = new Random(seed);
        FlowBuilder flows = new FlowBuilder();
        Flow<Long> flow = source(flows, "numbers", fails);
        int failsAt = random.nextInt(MAX_OPERATORS);
        int operators = 1 + random.nextInt(MAX_OPERATORS);
        for (int i = 0; i < operators; i++) {
            if (i == failsAt) {
                flow = flow.each("fails-" + i, new FailingStep(fails));
            }
            int kind = random.nextInt(i == 0 ? 11 : 10);
            String id = i + "-" + kind;
            flow = operator(flow, id, kind, 1 + random.nextInt(3));
        }
        int pairs = random.nextInt(4);
        if (pairs == 0) { // the n-th of a key of both
            flow =
                    flow.keyBy(RandomFlow::key)
                            .tasks(2)
                            .barrier(
                                    "pairs",
                                    source(flows, "others", fails).keyBy(RandomFlow::key),
                                    (number, other) -> result(number + other, key(number)));
        } else if (pairs == 1) { // those that are equal, in any order
            WindowSpec<Long> all = WindowSpec.tumbling(Bound.count(Integer.MAX_VALUE));
            long range = count;
            flow =
                    flow.keyBy(number -> number % range)
                            .tasks(2)
                            .join(
                                    "pairs",
                                    all,
                                    source(flows, "others", fails).keyBy(number -> number),
                                    all,
                                    (number, other) -> result(number, key(number)));
        }
        flow.partition(Partition.byKey(number -> key(number))).tasks(2).to("sink", sink);
        return flows.build();
    }

    private Flow<Long> source(FlowBuilder flows, String id, boolean fails) {
        Generator numbers =
                Generator.of(n -> List.of(n), "n")
                        .count(count)
                        .retryAfter(Duration.ofMillis(1))
                        .eventTime(EventTime.of(values -> (Long) values.get(0), Duration.ZERO));
        if (fails) {
            numbers.perSecond(PER_SECOND);
        } else {
            numbers.maxPending(Integer.MAX_VALUE); // windows hold what is pending
        }
        return flows.source(id, numbers.build(), tuple -> tuple.getLong(0));
    }

    private static Flow<Long> operator(Flow<Long> flow, String id, int kind, int tasks) {
        return switch (kind) {
            case 0 -> flow.map(id, number -> number + 1000 * KEYS);
            case 1 -> flow.filter(id, number -> number % 3 != 0);
            case 2 ->
                    flow.tasks(1)
                            .deDuplicate(
                                    id,
                                    number -> result(number / (7 * KEYS), key(number)),
                                    Bound.count(Integer.MAX_VALUE));
            case 3 ->
                    flow.keyBy(RandomFlow::key)
                            .tasks(tasks)
                            .running(id, 0L, (Long sum, Long number) -> sum + number)
                            .map(id + "-flat", sum -> result(sum.value(), sum.key()));
            case 4 -> window(flow, id, WindowSpec.tumbling(Bound.count(7)), tasks);
            case 5 -> window(flow, id, WindowSpec.sliding(Bound.count(9), Bound.count(4)), tasks);
            case 6 ->
                    window(
                            flow,
                            id,
                            WindowSpec.tumbling(Bound.delta(number -> (double) number, 200)),
                            tasks);
            case 7 ->
                    flow.parallelInOrder(
                            id, tasks, chain -> chain.map(id + "-in", number -> number + KEYS));
            case 8 -> flow.keyBy(RandomFlow::key).tasks(tasks).each(id, new Rises());
            default -> flow.keyBy(RandomFlow::key).tasks(tasks).fold(id, new Hundreds(), false);
        };
    }

    private static Flow<Long> window(Flow<Long> flow, String id, WindowSpec<Long> spec, int tasks) {
        return flow.keyBy(RandomFlow::key)
                .tasks(tasks)
                .window(spec)
                .evaluate(
                        id,
                        (key, values, out) ->
                                out.accept(
                                        result(
                                                values.stream().mapToLong(Long::longValue).sum(),
                                                key)));
    }

    /** Adds what a number is more than the last one, the last three numbers, and a count. */
    private static final class Rises implements KeyedStep<Long, Long, Long> {
        private transient ValueState<Long> last;
        private transient ListState<Long> three;
        private transient MapState<Long, Long> counts;

        @SuppressWarnings("NullAway.Init") // prepare sets the fields
        private Rises() {}

        @Override
        public void prepare(KeyedStates states) {
            last = states.value("last");
            three = states.list("three", Duration.ofHours(1));
            counts = states.map("counts");
        }

        @Override
        public void apply(Long key, Long number, EachBolt.Out<Long> out) {
            long remainder = number / KEYS % 3;
            Long count = counts.get(remainder);
            counts.put(remainder, count == null ? 1 : count + 1);
            if (remainder == 2) {
                counts.remove(1L);
            }
            three.add(number);
            if (three.get().size() > 3) {
                three.set(three.get().subList(1, 4));
            }
            long[] sum = {Math.abs(number - last.getOrDefault(0L))};
            counts.forEach((of, counted) -> sum[0] += of * 10 + counted);
            three.get().forEach(each -> sum[0] += each);
            last.set(number);
            out.accept(result(sum[0], key));
        }
    }

    /** Adds the numbers of each hundred. */
    private record Hundreds() implements Fold<Long, long[], Long> {
        @Override
        public long until(Long number) {
            return (number / 100 + 1) * 100;
        }

        @Override
        public long[] start(Long first) {
            return new long[] {0, key(first)};
        }

        @Override
        public void add(long[] group, Long number) {
            group[0] += number;
        }

        @Override
        public void result(long[] group, EachBolt.Out<Long> out) {
            out.accept(RandomFlow.result(group[0], group[1]));
        }
    }

    /** Fails about one of many tuples, another one in each run. */
    private record FailingStep(boolean fails) implements EachBolt.Step<Long, Long> {
        private static final Random RANDOM = new Random(1);

        @Override
        public void apply(Long number, EachBolt.Out<Long> out) {
            synchronized (RANDOM) {
                if (fails && RANDOM.nextInt(FAILURES) == 0) {
                    throw new FailedException("as the test wants it");
                }
            }
            out.accept(number);
        }
    }
}
