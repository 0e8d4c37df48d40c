package io.eyewall.lab;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.lab.network.LabNetwork;
import io.eyewall.lab.network.Rate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LabSettingsTest {
    private static LabSettings settings(
            int hosts, int slots, Optional<Rate> rate, LabSettings.Plugins plugins) {
        return new LabSettings(
                hosts,
                slots,
                Optional.of(LabNetwork.Kind.LOOPBACK),
                rate,
                plugins,
                false,
                false,
                Duration.ofSeconds(1));
    }

    private static LabSettings.Plugins confOf(String host) {
        Map<String, Map<String, @Nullable Object>> conf = new HashMap<>();
        conf.put(host, new HashMap<>(Map.of("key", 1)));
        return new LabSettings.Plugins(List.of(), List.of(), conf);
    }

    @Test
    void refusesWhatIsOutOfRange() {
        for (int hosts : new int[] {0, 65}) {
            assertThatThrownBy(
                            () ->
                                    settings(hosts, 1, Optional.empty(), LabSettings.Plugins.NONE)
                                            .check())
                    .hasMessage(hosts + " hosts, expected 1 to 64");
        }
        assertThatThrownBy(() -> settings(1, 0, Optional.empty(), LabSettings.Plugins.NONE).check())
                .hasMessage("0 slots, expected 1 to 32");
    }

    @Test
    void refusesRatesOnLoopback() {
        assertThatThrownBy(
                        () -> settings(1, 1, Rate.parse("1mbit"), LabSettings.Plugins.NONE).check())
                .hasMessageContaining("loopback");
    }

    @Test
    void refusesConfigurationOfHostsThatItHasNot() {
        assertThatCode(() -> settings(2, 1, Optional.empty(), confOf("host2")).check())
                .doesNotThrowAnyException();
        assertThatCode(() -> settings(2, 1, Optional.empty(), confOf("")).check())
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> settings(2, 1, Optional.empty(), confOf("host3")).check())
                .hasMessageContaining("host3")
                .hasMessageContaining("host1 to host2");
    }

    @Test
    void namesTheBoxAmongTheHostsThatItHas() {
        LabSettings box =
                settings(1, 1, Optional.empty(), confOf("boxes"))
                        .withBox(new LabSettings.Box(Optional.empty()));

        assertThatThrownBy(box::check)
                .hasMessage(
                        "configuration for 'boxes': there is no such host, expected head, host1 or"
                                + " box");
        assertThatThrownBy(() -> settings(3, 1, Optional.empty(), confOf("box")).check())
                .hasMessage(
                        "configuration for 'box': there is no such host, expected head or host1 to"
                                + " host3");
        assertThatThrownBy(() -> settings(1, 1, Optional.empty(), confOf("box")).check())
                .hasMessageEndingWith("expected head or host1");
    }

    @Test
    void refusesJarsThatAreMissing() {
        LabSettings.Plugins plugins =
                new LabSettings.Plugins(List.of(Path.of("no-such.jar")), List.of(), Map.of());

        assertThatThrownBy(() -> settings(1, 1, Optional.empty(), plugins).check())
                .hasMessageContaining("no-such.jar");
    }

    @Test
    void saysHowMuchMemoryIsMissing() {
        assertThatThrownBy(() -> MachineMemory.check(5, 1000))
                .hasMessageContaining("1150 MB")
                .hasMessageContaining("1000 MB free")
                .hasMessageContaining("--hosts");
        assertThatCode(() -> MachineMemory.check(5, 1150)).doesNotThrowAnyException();
    }
}
