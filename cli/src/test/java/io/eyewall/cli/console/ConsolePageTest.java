package io.eyewall.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConsolePageTest {
    private static final String OPTIONS = "storm.options";

    @AfterEach
    void forget() {
        System.clearProperty(OPTIONS);
    }

    @Test
    void predictionsAreMadeUnlessTheyAreTurnedOff() {
        assertThat(ConsolePage.predictionConstants()).isPresent();

        System.setProperty(OPTIONS, "eyewall.console.predictions=false");

        assertThat(ConsolePage.predictionConstants()).isEmpty();
    }
}
