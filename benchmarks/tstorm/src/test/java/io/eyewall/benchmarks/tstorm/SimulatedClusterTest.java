package io.eyewall.benchmarks.tstorm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.eyewall.placement.place.Level;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SimulatedClusterTest {
    private static final Forecast ONE_HOST =
            new Forecast(1, Double.POSITIVE_INFINITY, 0, 0, Map.of());

    @Test
    void refusesNumbersThatMakeNoSenseBeforeAnythingRuns() {
        StringWriter said = new StringWriter();
        CommandLine command =
                new CommandLine(new SimulatedCluster()).setErr(new PrintWriter(said, true));

        assertThat(command.execute("--home=none", "--seconds=0"))
                .isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(said.toString()).contains("--seconds is 0, expected 1 or more");
    }

    @Test
    void delaysAreFoundAgain() {
        Chain calm = Chain.of(1, 0, 20, 100, 1, 100, 1, 100);
        double meanMs = ONE_HOST.withDelay(Level.PROCESS, 700_000).of(calm).meanMs();

        assertThat(ONE_HOST.fitted(Level.PROCESS, calm, meanMs).delayNs(Level.PROCESS))
                .isCloseTo(700_000L, within(10L));
    }

    /** One bolt is a server of exponential times; even arrivals wait less than random ones. */
    @Test
    void aLoadedBoltIsAQueue() {
        Seen seen = ONE_HOST.of(Chain.of(1, 0, 250, 100, 1, 2000));

        assertThat(seen.perSec()).isCloseTo(250, within(1.0));
        assertThat(seen.cores()).isCloseTo(0.5, within(0.02));
        assertThat(seen.meanMs()).isBetween(2.0, 4.0); // 4 ms with random arrivals
    }
}
