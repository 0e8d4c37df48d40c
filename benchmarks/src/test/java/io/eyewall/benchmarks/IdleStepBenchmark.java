package io.eyewall.benchmarks;

import io.eyewall.engine.core.Clock;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CrossCoreMessage;
import io.eyewall.engine.core.Safepoint;
import io.eyewall.engine.memory.SizeEstimate;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a core's step cost that finds nothing, on an engine of so many cores? A step looks into
 * the links from the cores that have ever sent something: none, or all others. The lines it reads
 * stay in the cache here, as nobody writes them: what is measured is the looking.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class IdleStepBenchmark {
    /** Cores of the engine, of which one is stepped. */
    @Param({"1", "2", "16", "64", "128"})
    public int cores;

    /** Whether each of them has sent it a tuple, long ago. */
    @Param({"false", "true"})
    public boolean linked;

    private Core core;

    /** Makes the cores, and their links. */
    @Setup
    public void start() {
        List<Core> all = Core.create(cores, 128, 32, Clock.SYSTEM);
        all.forEach(Core::driveByCaller);
        core = all.get(0);
        if (linked) {
            all.stream().skip(1).forEach(other -> other.send(core, new Nothing()));
            Safepoint.settle(all);
        }
    }

    /** One step of one core. */
    @Benchmark
    public int step() {
        return core.step();
    }

    private static final class Nothing extends CrossCoreMessage {
        @Override
        public long estimatedBytes(SizeEstimate by) {
            return 1;
        }

        @Override
        public int readAhead() {
            return 0;
        }

        @Override
        public void arrive() {
            // makes a link
        }
    }
}
