package io.eyewall.benchmarks.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs each once for a moment: that it works, not how fast it is. */
class CodecBenchmarkTest {
    @Test
    void everyBenchmarkRuns() throws Exception {
        Options options =
                new OptionsBuilder()
                        .include(CodecBenchmark.class.getName())
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(20))
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build();

        Collection<RunResult> results = new Runner(options).run();

        assertThat(results).hasSize(8);
    }
}
