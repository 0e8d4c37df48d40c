package io.eyewall.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.utils.Utils;
import org.apache.storm.validation.ConfigValidation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConfValidatorTest {
    static List<Map<String, Object>> confs() {
        Map<String, Object> nullWorkers = new HashMap<>();
        nullWorkers.put(Config.TOPOLOGY_WORKERS, null);
        return List.of(
                Map.of(),
                nullWorkers,
                Map.of("my.own.key", List.of(1)),
                Map.of(Config.TOPOLOGY_WORKERS, 2),
                Map.of(Config.TOPOLOGY_WORKERS, "two"),
                Map.of(Config.TOPOLOGY_WORKERS, 0),
                Map.of(Config.TOPOLOGY_MAX_SPOUT_PENDING, -1),
                Map.of(Config.TOPOLOGY_DEBUG, "yes"),
                Map.of(Config.TOPOLOGY_KRYO_REGISTER, "no list"),
                Map.of(Config.TOPOLOGY_BOLT_WAIT_STRATEGY, "no.such.Class"),
                Map.of(Config.TOPOLOGY_STATS_SAMPLE_RATE, 2));
    }

    @ParameterizedTest
    @MethodSource("confs")
    void agreesWithStorm(Map<String, Object> conf) {
        Throwable storms = catchThrowable(() -> ConfigValidation.validateTopoConf(conf));
        Throwable ours = catchThrowable(() -> ConfValidator.validate(conf));
        if (storms == null) {
            assertThat(ours).isNull();
        } else {
            assertThat(ours).isInstanceOf(storms.getClass()).hasMessage(storms.getMessage());
        }
    }

    @Test
    void someOfThemAreRefused() {
        assertThat(confs())
                .filteredOn(conf -> catchThrowable(() -> ConfValidator.validate(conf)) != null)
                .hasSizeGreaterThan(3);
    }

    @Test
    void acceptsStormsDefaults() {
        ConfValidator.validate(Utils.readDefaultConfig());
    }
}
