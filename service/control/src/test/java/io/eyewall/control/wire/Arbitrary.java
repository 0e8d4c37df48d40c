package io.eyewall.control.wire;

import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.TaskOpening;
import io.eyewall.engine.metrics.CoreMetrics;
import io.eyewall.engine.metrics.EdgeMetrics;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.engine.metrics.HeapMetrics;
import io.eyewall.engine.metrics.LatencySnapshot;
import io.eyewall.engine.metrics.ParallelismReport;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.engine.trace.Trace;
import io.eyewall.engine.trace.TraceAnswer;
import io.eyewall.engine.trace.TraceEmit;
import io.eyewall.engine.trace.TraceLink;
import io.eyewall.engine.trace.TraceOutcome;
import io.eyewall.engine.trace.TraceReport;
import io.eyewall.engine.trace.TraceSettings;
import io.eyewall.engine.trace.TraceSpan;
import io.eyewall.placement.advice.Advice;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.load.Traffic;
import io.eyewall.placement.place.Level;
import io.eyewall.placement.plan.Plan;
import io.eyewall.placement.plan.Score;
import io.eyewall.topology.ExecutorPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.storm.generated.BoltStats;
import org.apache.storm.generated.ExecutorSpecificStats;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.generated.GlobalStreamId;
import org.jspecify.annotations.Nullable;

/** Instances of what the engine shows, with anything in them that can be there. */
record Arbitrary(Random random) {
    private static final String[] TEXTS = {
        "",
        "default",
        "a/b:[1 2]",
        "1,2,3,x",
        "\ud800",
        "\udc00\ud800",
        "\"\\\n\u0000\u2028",
        "\ud83d\ude00ß"
    };
    private static final double[] NUMBERS = {
        0, -0.0, 1.5, Double.NaN, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE
    };
    private static final long[] INTEGERS = {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 53};

    String text() {
        return random.nextInt(3) == 0
                ? "text-" + random.nextInt(1000)
                : TEXTS[random.nextInt(TEXTS.length)] + TEXTS[random.nextInt(TEXTS.length)];
    }

    double number() {
        return random.nextBoolean()
                ? random.nextGaussian()
                : NUMBERS[random.nextInt(NUMBERS.length)];
    }

    private double measure() {
        return random.nextInt(4) == 0 ? 0 : random.nextDouble() * 1e9;
    }

    long whole() {
        return random.nextBoolean() ? random.nextLong() : INTEGERS[random.nextInt(INTEGERS.length)];
    }

    private <T> List<T> list(Supplier<T> item) {
        List<T> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(item.get());
        }
        return list;
    }

    private <K, V> Map<K, V> map(Supplier<K> key, Supplier<V> value) {
        Map<K, V> map = new HashMap<>();
        list(key).forEach(k -> map.put(k, value.get()));
        return map;
    }

    private <T> @Nullable T maybe(Supplier<T> value) {
        return random.nextBoolean() ? value.get() : null;
    }

    private <T> T oneOf(T[] values) {
        return values[random.nextInt(values.length)];
    }

    TopologyMetrics metrics() {
        return new TopologyMetrics(
                list(this::executor),
                list(this::edge),
                latency(),
                latency(),
                list(this::core),
                new HeapMetrics(whole(), whole(), whole(), whole(), whole()));
    }

    private ExecutorMetrics executor() {
        int first = random.nextInt();
        return new ExecutorMetrics(
                new ExecutorPlan(text(), first, Math.max(first, random.nextInt())),
                random.nextInt(),
                random.nextBoolean(),
                random.nextInt(),
                map(this::text, this::whole),
                map(this::text, this::whole),
                whole(),
                whole(),
                whole(),
                whole(),
                whole(),
                whole(),
                random.nextInt(),
                random.nextInt(),
                whole(),
                whole(),
                stats());
    }

    /** Thrift's strings are UTF-8, which has no lone surrogates. */
    private String name() {
        return "name-" + random.nextInt(1000);
    }

    private ExecutorStats stats() {
        BoltStats bolt =
                new BoltStats(
                        counts(() -> new GlobalStreamId(name(), name()), this::whole),
                        counts(() -> new GlobalStreamId(name(), name()), this::whole),
                        counts(() -> new GlobalStreamId(name(), name()), this::measure),
                        counts(() -> new GlobalStreamId(name(), name()), this::whole),
                        counts(() -> new GlobalStreamId(name(), name()), this::measure));
        return new ExecutorStats(
                counts(this::name, this::whole),
                counts(this::name, this::whole),
                ExecutorSpecificStats.bolt(bolt),
                measure());
    }

    private <K, V> Map<String, Map<K, V>> counts(Supplier<K> key, Supplier<V> value) {
        return map(() -> "window-" + random.nextInt(9), () -> map(key, value));
    }

    private EdgeMetrics edge() {
        return new EdgeMetrics(random.nextInt(), text(), random.nextInt(), whole());
    }

    LatencySnapshot latency() {
        return new LatencySnapshot(whole(), number(), whole(), whole(), whole(), whole());
    }

    private CoreMetrics core() {
        return new CoreMetrics(random.nextInt(), random.nextInt(), whole(), whole());
    }

    ParallelismReport parallelism() {
        return new ParallelismReport(
                list(
                        () ->
                                new ParallelismReport.Component(
                                        text(),
                                        random.nextInt(),
                                        random.nextInt(),
                                        number(),
                                        text())),
                list(
                        () ->
                                new ParallelismReport.Change(
                                        whole(),
                                        text(),
                                        random.nextInt(),
                                        random.nextInt(),
                                        text())));
    }

    TraceReport traces() {
        return new TraceReport(
                new TraceSettings(random.nextInt(1000), 1 + random.nextInt(1000)),
                random.nextInt(),
                whole(),
                whole(),
                list(this::trace),
                random.nextBoolean());
    }

    private Trace trace() {
        return new Trace(
                whole(),
                text(),
                whole(),
                oneOf(TraceOutcome.values()),
                whole(),
                maybe(this::link),
                list(this::span),
                random.nextInt());
    }

    private TraceLink link() {
        return new TraceLink(text(), text());
    }

    private TraceSpan span() {
        return new TraceSpan(
                random.nextInt(),
                text(),
                random.nextInt(),
                random.nextInt(),
                list(this::link),
                text(),
                random.nextInt(),
                random.nextInt(),
                text(),
                text(),
                whole(),
                whole(),
                whole(),
                oneOf(TraceAnswer.values()),
                whole(),
                maybe(this::text),
                list(
                        () ->
                                new TraceEmit(
                                        whole(),
                                        text(),
                                        text(),
                                        list(random::nextInt),
                                        maybe(this::text))));
    }

    ErrorReport error() {
        return new ErrorReport(text(), random.nextInt(), whole(), random.nextInt(), text());
    }

    TaskOpening opening() {
        StackTraceElement[] frames = new Throwable().getStackTrace();
        return new TaskOpening(
                text(),
                random.nextInt(),
                text(),
                Duration.ofSeconds(random.nextInt(), random.nextInt(1_000_000_000)),
                list(() -> FrameImage.of(oneOf(frames)).element()));
    }

    PlacementReport placement() {
        return new PlacementReport(
                Optional.ofNullable(maybe(this::look)),
                Optional.ofNullable(maybe(this::look)),
                random.nextInt());
    }

    private ExecutorId id() {
        int first = random.nextInt(100);
        return new ExecutorId(text(), text(), first, first + random.nextInt(3));
    }

    private PlacementReport.Evaluation look() {
        Set<ExecutorId> ids = new LinkedHashSet<>(list(this::id));
        List<Traffic> traffic = new ArrayList<>();
        for (ExecutorId from : ids) {
            for (ExecutorId to : ids) {
                if (random.nextBoolean()) {
                    traffic.add(new Traffic(from, to, measure(), measure()));
                }
            }
        }
        return new PlacementReport.Evaluation(
                whole(),
                new Snapshot(
                        ids.stream().map(id -> new ExecutorLoad(id, measure(), measure())).toList(),
                        traffic),
                list(this::core),
                map(this::id, this::text),
                new Advice(oneOf(Advice.Verdict.values()), text(), plan()));
    }

    private Score score() {
        return new Score(number(), number());
    }

    private Plan plan() {
        EnumMap<Level, Plan.LevelCost> costs = new EnumMap<>(Level.class);
        costs.putAll(
                map(
                        () -> oneOf(Level.values()),
                        () -> new Plan.LevelCost(number(), number(), number())));
        return new Plan(
                text(),
                map(this::id, this::text),
                score(),
                maybe(this::score),
                costs,
                number(),
                random.nextInt(),
                number(),
                list(() -> new Plan.Move(id(), text(), text())),
                number(),
                list(() -> new Plan.VertexLoad(text(), random.nextInt(), number(), number())),
                list(this::text),
                list(() -> new Plan.Binding(id(), text(), number(), number())));
    }
}
