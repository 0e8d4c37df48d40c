package io.eyewall.benchmarks;

import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.SteppedEngine;
import io.eyewall.engine.core.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.utils.Utils;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a core's step cost that finds nothing, on an engine of so many cores? A step looks at
 * what every other core may have sent. The lines it reads stay in the cache here, as nobody writes
 * them: what is measured is the looking.
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

    private SteppedEngine engine;

    /** Starts an engine without threads and without topologies. */
    @Setup
    public void start() {
        engine = engine(cores);
    }

    /** Ends it. */
    @TearDown
    public void stop() {
        engine.close();
    }

    /** One step of one core. */
    @Benchmark
    public int step() {
        return engine.step(0);
    }

    static SteppedEngine engine(int cores) {
        Map<String, Object> conf = new HashMap<>(Utils.readDefaultConfig());
        conf.put(Config.STORM_CLUSTER_MODE, "local");
        conf.put("eyewall.cores", cores);
        return new SteppedEngine(EngineSettings.from(conf), Clock.SYSTEM);
    }
}
