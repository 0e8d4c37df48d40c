package io.eyewall.benchmarks;

import io.eyewall.plugin.monitor.LoadHook;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.hooks.info.BoltExecuteInfo;
import org.apache.storm.hooks.info.EmitInfo;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does the load monitor cost a Storm worker per emit and per execute, beside what it does
 * without hooks? With {@code none}, the check whether there are hooks; with {@code load}, the
 * object that Storm makes for the hook, too. Sizes are sampled as in a worker.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class LoadHookBenchmark {
    private static final int TASK = 4;
    private static final int TASKS = 64;

    @Param({"none", "load"})
    private String hook = "";

    /** Of the emitting thread: the executor's own, or one that the bolt has started. */
    @Param({"own", "foreign"})
    private String thread = "";

    private TopologyContext context;
    private LoadHook loadHook;
    private List<List<Integer>> receivers;
    private final List<Object> values = new Values("the quick brown fox", 17L);
    private int next;

    /** On the thread that measures. */
    @Setup(Level.Trial)
    public void prepare() {
        Map<String, Object> conf = new HashMap<>(Utils.readDefaultConfig());
        conf.put("eyewall.generator.url", "http://127.0.0.1:1");
        conf.put("eyewall.monitor.period.secs", 1);
        context =
                new TopologyContext(
                        new StormTopology(new HashMap<>(), new HashMap<>(), new HashMap<>()),
                        conf,
                        Map.of(TASK, "b"),
                        Map.of("b", List.of(TASK)),
                        Map.of(),
                        Map.of(),
                        "t-1-1",
                        "",
                        "",
                        TASK,
                        6700,
                        List.of(TASK),
                        Map.of(),
                        Map.of(),
                        new HashMap<>(),
                        new HashMap<>(),
                        new AtomicBoolean(),
                        new StormMetricRegistry());
        if (hook.equals("load")) {
            loadHook = new LoadHook();
            context.addTaskHook(loadHook);
        }
        if (thread.equals("own")) {
            Thread.currentThread().setName("Thread-1-b-executor[" + TASK + ", " + TASK + "]");
        }
        receivers = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            receivers.add(new ArrayList<>(List.of(1000 + i)));
        }
    }

    /** Ends the reporting thread. */
    @TearDown(Level.Trial)
    public void cleanUp() {
        if (loadHook != null) {
            loadHook.cleanup();
        }
    }

    /** {@code Task.getOutgoingTasks}: each emit goes to one of 64 tasks. */
    @Benchmark
    public int emit() {
        next = (next + 1) % TASKS;
        if (!context.getHooks().isEmpty()) {
            new EmitInfo(values, "default", TASK, receivers.get(next)).applyOn(context);
        }
        return next;
    }

    /** {@code BoltExecutor.tupleActionFn}. */
    @Benchmark
    public int execute() {
        next = (next + 1) % TASKS;
        if (!context.getHooks().isEmpty()) {
            new BoltExecuteInfo(null, TASK, -1L).applyOn(context);
        }
        return next;
    }
}
