package io.eyewall.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogLevelsTest {
    private static final String DEFAULT = "org.slf4j.simpleLogger.defaultLogLevel";

    private final String before = System.clearProperty(DEFAULT);

    @BeforeEach
    void decideNothing() {
        System.clearProperty(DEFAULT);
    }

    @AfterEach
    void restore() {
        if (before == null) {
            System.clearProperty(DEFAULT);
        } else {
            System.setProperty(DEFAULT, before);
        }
    }

    /** The level of a logger as the binding finds it: of the longest name that is set. */
    private static String level(Map<String, String> properties, String logger) {
        for (String name = logger; !name.isEmpty(); ) {
            String level = properties.get("org.slf4j.simpleLogger.log." + name);
            if (level != null) {
                return level;
            }
            name = name.substring(0, Math.max(0, name.lastIndexOf('.')));
        }
        return Objects.requireNonNull(properties.get(DEFAULT));
    }

    @Test
    void letsApplicationsSpeakAndOthersWarn() {
        Map<String, String> levels = new LogLevels().properties(0);
        assertThat(level(levels, "com.acme.OrderBolt")).isEqualTo("info");
        assertThat(level(levels, "io.eyewall.examples.TickTopology")).isEqualTo("info");
        assertThat(level(levels, "org.apache.storm.starter.bolt.IntermediateRankingsBolt"))
                .isEqualTo("info");
        assertThat(level(levels, "org.apache.storm.flux.wrappers.bolts.LogInfoBolt"))
                .isEqualTo("info");
        assertThat(level(levels, "org.apache.storm.utils.Utils")).isEqualTo("warn");
        assertThat(level(levels, "org.apache.kafka.clients.NetworkClient")).isEqualTo("warn");
        assertThat(level(levels, "io.eyewall.engine.core.Watcher")).isEqualTo("warn");
    }

    @Test
    void letsAllSpeakWhenAsked() {
        assertThat(level(new LogLevels().properties(1), "io.eyewall.engine")).isEqualTo("info");
        assertThat(level(new LogLevels().properties(2), "org.apache.storm")).isEqualTo("debug");
        LogLevels warnings = new LogLevels();
        warnings.addSetting("WARN");
        assertThat(level(warnings.properties(0), "com.acme.OrderBolt")).isEqualTo("warn");
        assertThat(level(warnings.properties(0), "io.eyewall.examples.X")).isEqualTo("warn");
    }

    @Test
    void setsSingleLoggers() {
        LogLevels levels = new LogLevels();
        levels.addSetting("com.acme=debug");
        levels.addSetting("org.apache.storm=info");
        assertThat(level(levels.properties(0), "com.acme.OrderBolt")).isEqualTo("debug");
        assertThat(level(levels.properties(0), "org.apache.storm.utils.Utils")).isEqualTo("info");
        assertThat(level(levels.properties(0), "org.apache.kafka")).isEqualTo("warn");
    }

    @Test
    void addsNothingToADefaultOfTheProcess() {
        System.setProperty(DEFAULT, "debug");
        assertThat(new LogLevels().properties(0))
                .doesNotContainKey("org.slf4j.simpleLogger.log.org.apache");
    }

    @Test
    void refusesWhatIsNoLevel() {
        for (String wrong : new String[] {"loud", "com.acme=", "=info", "com.acme=loud", ""}) {
            assertThatThrownBy(() -> new LogLevels().addSetting(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected LEVEL or LOGGER=LEVEL");
        }
    }
}
