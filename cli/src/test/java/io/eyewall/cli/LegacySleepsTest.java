package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cli.application.Applications;
import io.eyewall.engine.bytecode.SleeplessCopy;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spouts of storm-starter 0.9.3 as it was published, which sleep before or instead of an emit. */
class LegacySleepsTest {
    private static final Path STARTER = LegacyApp.LIBRARIES.resolve("storm-starter.jar");

    @ParameterizedTest
    @ValueSource(strings = {"storm.starter.spout.RandomSentenceSpout"})
    void coresWaitForTheSleepsOfStormsExamples(String spout) throws Exception {
        ClassLoader application = Applications.choose(List.of(STARTER), false).loader();

        Class<?> loaded = Class.forName(spout, false, application);

        assertThat(SleeplessCopy.of(loaded)).isPresent();
    }
}
