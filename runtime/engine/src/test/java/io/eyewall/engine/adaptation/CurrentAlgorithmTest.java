package io.eyewall.engine.adaptation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CurrentAlgorithmTest {
    private final CurrentAlgorithm choices = new CurrentAlgorithm(null);

    private static CurrentAlgorithm.Choice next(CurrentAlgorithm choices) {
        return Objects.requireNonNull(choices.current());
    }

    @Test
    void returnsTheLastChoice() {
        assertThat(choices.isOff()).isTrue();

        choices.choose("tstorm", Map.of("gamma", 1.5));
        assertThat(next(choices).algorithm().name()).isEqualTo("tstorm");
        assertThat(next(choices).parameters().get("gamma")).isEqualTo(1.5);

        choices.choose(CurrentAlgorithm.OFF, Map.of());
        assertThat(choices.current()).isNull();
    }

    @Test
    void keepsTheChoiceWhenANewOneIsInvalid() {
        choices.choose("affinity", Map.of());

        assertThatThrownBy(() -> choices.choose("best", Map.of()))
                .hasMessageContaining("no placement algorithm 'best'; there are [affinity, ");
        assertThatThrownBy(() -> choices.choose("tstorm", Map.of("gama", 2.0)))
                .hasMessageContaining("'tstorm' has no parameter 'gama'");
        assertThat(next(choices).algorithm().name()).isEqualTo("affinity");
    }

    @Test
    void discardsAFailedChoiceUnlessReplaced() {
        choices.choose("affinity", Map.of());
        CurrentAlgorithm.Choice failed = next(choices);
        choices.choose("tstorm", Map.of());

        choices.discard(failed);
        assertThat(choices.isOff()).isFalse();

        choices.discard(next(choices));
        assertThat(choices.isOff()).isTrue();
    }

    @Test
    void readsPlugInsForEachChoice(@TempDir Path folder) throws IOException {
        CurrentAlgorithm withPlugins = new CurrentAlgorithm(folder);
        withPlugins.choose("affinity", Map.of());
        Path jar = Files.writeString(folder.resolve("broken.jar"), "no jar");

        assertThatThrownBy(() -> withPlugins.choose("tstorm", Map.of()))
                .hasMessageContaining("broken.jar");
        assertThat(next(withPlugins).algorithm().name()).isEqualTo("affinity");

        Files.delete(jar);
        withPlugins.choose("tstorm", Map.of());
        assertThat(next(withPlugins).algorithm().name()).isEqualTo("tstorm");
    }
}
