package io.eyewall.benchmarks.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.benchmarks.scenario.runner.ClassPaths;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A small draw in JVMs of its own, on both systems and at places, for a moment. */
@Tag("complete")
class RandomSpeedIT {
    private static final int MAX_PLACES = 5;

    private static Draw small() {
        int cores = Runtime.getRuntime().availableProcessors();
        return LongStream.range(1, 1_000)
                .mapToObj(Draw::of)
                .filter(draw -> draw.topologies().size() == 1)
                .filter(draw -> draw.topologies().get(0).mostPerSecond(1) > 1_000)
                .filter(draw -> Places.all(draw, cores, MAX_PLACES).isPresent())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void runsADrawOnBothSystemsAndAtTheBestPlaces() throws Exception {
        Draw draw = small();
        Systems systems = new Systems(ClassPaths.ofBuild(), 100, 1, List.of());
        Places best = systems.bestPlaces(draw);

        int cores = Runtime.getRuntime().availableProcessors();
        assertThat(Places.all(draw, cores, MAX_PLACES).orElseThrow()).contains(best);
        for (Outcome outcome :
                List.of(systems.at(draw, best), systems.eyewall(draw), systems.storm(draw))) {
            assertThat(outcome.unitsPerSecond()).isGreaterThan(10);
            assertThat(outcome.cpuUs()).isPositive();
            assertThat(outcome.failed()).isEqualTo(0);
        }
    }
}
