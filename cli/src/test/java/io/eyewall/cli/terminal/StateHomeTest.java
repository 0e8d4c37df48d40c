package io.eyewall.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StateHomeTest {
    private static final Path HOME = Path.of("/home/somebody");

    @Test
    void isWhereTheEnvironmentSays() {
        assertThat(StateHome.folder(Map.of("XDG_STATE_HOME", "/s"), HOME))
                .isEqualTo(Path.of("/s/eyewall"));
    }

    @Test
    void isInTheHomeOtherwise() {
        Path usual = Path.of("/home/somebody/.local/state/eyewall");
        assertThat(StateHome.folder(Map.of(), HOME)).isEqualTo(usual);
        assertThat(StateHome.folder(Map.of("XDG_STATE_HOME", " "), HOME)).isEqualTo(usual);
    }
}
