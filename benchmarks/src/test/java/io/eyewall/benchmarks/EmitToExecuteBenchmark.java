package io.eyewall.benchmarks;

import io.eyewall.engine.Engine;
import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SubmitSettings;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.generated.InvalidTopologyException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a tuple cost from a spout's nextTuple and emit to a bolt's execute (and ack, and back
 * to the spout's ack), on one core and from one core to another?
 *
 * <p>The topology runs freely on the engine's own threads; an invocation waits until the bolt has
 * executed {@link #TUPLES} more. So a result is the time between two tuples in the steady state: on
 * one core all that is done for a tuple, on two cores what the slower of them does. The spout emits
 * the same list again and again, so that user code allocates nothing.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class EmitToExecuteBenchmark {
    static final int TUPLES = 200_000;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Whether the bolt is on the spout's core or another. */
    @Param({"same", "other"})
    public String core;

    /** Whether messages are tracked and acked. */
    @Param({"false", "true"})
    public boolean acked;

    private Engine engine;
    private RunningTopology topology;

    /** Starts the topology and waits until tuples flow. */
    @Setup
    public void start() throws InvalidTopologyException, InterruptedException {
        EmitToExecute shape = new EmitToExecute(core.equals("same"), acked);
        engine = Engine.start(EngineSettings.from(shape.daemonConf()));
        topology = engine.submit(shape.plan(), SubmitSettings.of(getClass().getClassLoader()));
        if (!topology.awaitStarted(LIMIT)) {
            throw new IllegalStateException("the topology did not start within " + LIMIT);
        }
        tuples();
    }

    /** Ends it, and makes sure that nothing went wrong meanwhile. */
    @TearDown
    public void stop() {
        engine.close();
        topology.failure()
                .ifPresent(
                        failure -> {
                            throw new IllegalStateException(failure.describe(), failure.cause());
                        });
    }

    /** Waits for so many tuples. */
    @Benchmark
    @OperationsPerInvocation(TUPLES)
    public long tuples() {
        long until = EmitToExecute.executed() + TUPLES;
        long deadlineNs = System.nanoTime() + LIMIT.toNanos();
        while (EmitToExecute.executed() < until) {
            if (topology.status().isOver() || System.nanoTime() > deadlineNs) {
                throw new IllegalStateException(
                        "no "
                                + TUPLES
                                + " tuples within "
                                + LIMIT
                                + ", status "
                                + topology.status());
            }
            LockSupport.parkNanos(50_000); // at least 2 ms are waited for
        }
        return until;
    }
}
