package io.eyewall.server.nimbus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UpdateRequestTest {
    private static Map<String, Object> conf(Object marker) {
        Map<String, Object> conf = new HashMap<>(Map.of("some.key", 1));
        conf.put("eyewall.update", marker);
        return conf;
    }

    @Test
    void isTakenOutOfTheConfiguration() {
        Map<String, Object> conf =
                conf(Map.of("openLate", List.of("a"), "withoutState", true, "limitMs", 5));
        assertThat(UpdateRequest.removeFrom(conf))
                .isEqualTo(new UpdateRequest(Set.of("a"), Set.of(), true, 5, 300));
        assertThat(conf).containsOnlyKeys("some.key");
        assertThat(UpdateRequest.removeFrom(conf)).isNull();
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> UpdateRequest.removeFrom(conf("yes")))
                .hasMessageContaining("is yes, expected an object");
        assertThatThrownBy(() -> UpdateRequest.removeFrom(conf(Map.of("force", true))))
                .hasMessageContaining("[force]")
                .hasMessageContaining("limitMs");
        assertThatThrownBy(() -> UpdateRequest.removeFrom(conf(Map.of("limitMs", -1))))
                .hasMessageContaining("limitMs is -1, expected 0 to 3600000 ms");
        assertThatThrownBy(() -> UpdateRequest.removeFrom(conf(Map.of("drainMs", "soon"))))
                .hasMessageContaining("drainMs is soon");
        assertThatThrownBy(() -> UpdateRequest.removeFrom(conf(Map.of("moved", "a"))))
                .hasMessageContaining("moved is not a list");
        UpdateRequest other = new UpdateRequest(Set.of("count"), Set.of("words"), false, 1, 1);
        assertThatThrownBy(() -> other.check(Set.of("words")))
                .hasMessageContaining("no component [count]");
    }
}
