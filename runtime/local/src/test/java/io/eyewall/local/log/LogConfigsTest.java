package io.eyewall.local.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.local.Recorder;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.apache.storm.generated.LogConfig;
import org.apache.storm.generated.LogLevel;
import org.apache.storm.generated.LogLevelAction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tests levels of real loggers of {@code slf4j-simple}; each test uses its own logger names. */
@Timeout(60)
class LogConfigsTest {
    private static final String TOPOLOGY = "words-1-1";

    private final String name = "test." + UUID.randomUUID();
    private final Logger above = LoggerFactory.getLogger(name);
    private final Logger beneath = LoggerFactory.getLogger(name + ".beneath");
    private final Logger beside = LoggerFactory.getLogger(name + "beside");

    private static LogConfig update(String logger, String level, int secs) {
        LogLevel target = new LogLevel();
        target.set_action(LogLevelAction.UPDATE);
        target.set_target_log_level(level);
        target.set_reset_log_level_timeout_secs(secs);
        LogConfig config = new LogConfig();
        config.put_to_named_logger_level(logger, target);
        return config;
    }

    private static LogConfig remove(String logger) {
        LogLevel gone = new LogLevel();
        gone.set_action(LogLevelAction.REMOVE);
        LogConfig config = new LogConfig();
        config.put_to_named_logger_level(logger, gone);
        return config;
    }

    @Test
    void aLevelIsThatOfALoggerAndAllBeneath() {
        boolean before = beneath.isTraceEnabled();
        try (LogConfigs logs = new LogConfigs(new SimpleLevelSwitch())) {
            logs.set(TOPOLOGY, update(name, "TRACE", 0));

            assertThat(above.isTraceEnabled()).isTrue();
            assertThat(beneath.isTraceEnabled()).isTrue();
            assertThat(beside.isTraceEnabled()).isFalse();

            logs.set(TOPOLOGY, update(name + ".beneath", "OFF", 0));
            assertThat(beneath.isErrorEnabled()).isFalse();
            assertThat(above.isTraceEnabled()).isTrue();

            logs.set(TOPOLOGY, remove(name + ".beneath"));
            assertThat(beneath.isTraceEnabled()).isTrue();
            logs.set(TOPOLOGY, remove(name));
            assertThat(beneath.isTraceEnabled()).isEqualTo(before);
        }
    }

    @Test
    void aLevelIsResetWhenItsTimeIsOver() {
        try (LogConfigs logs = new LogConfigs(new SimpleLevelSwitch())) {
            logs.set(TOPOLOGY, update(name, "TRACE", 1));
            assertThat(above.isTraceEnabled()).isTrue();

            Recorder.await("reset", () -> !above.isTraceEnabled());
        }
    }

    @Test
    void whatWasAskedForIsToldByTopology() {
        try (LogConfigs logs = new LogConfigs(new SimpleLevelSwitch())) {
            logs.set(TOPOLOGY, update(name, "DEBUG", 30));
            logs.set("other-2-1", update(name + ".beneath", "WARN", 0));

            Map<String, LogLevel> levels = logs.get(TOPOLOGY).get_named_logger_level();
            assertThat(levels).containsOnlyKeys(name);
            LogLevel level = Objects.requireNonNull(levels.get(name));
            assertThat(level.get_target_log_level()).isEqualTo("DEBUG");
            assertThat(level.get_reset_log_level_timeout_epoch())
                    .isGreaterThan(System.currentTimeMillis());
            assertThat(logs.get("nosuch").get_named_logger_level()).isEmpty();
            logs.set(TOPOLOGY, remove(name));
            logs.set("other-2-1", remove(name + ".beneath"));
        }
    }

    @Test
    void levelsEndWithTheirTopology() {
        try (LogConfigs logs = new LogConfigs(new SimpleLevelSwitch())) {
            logs.set(TOPOLOGY, update(name, "TRACE", 0));
            logs.set("other-2-1", update(name + "beside", "TRACE", 0));

            logs.retainTopologies(Set.of("other-2-1"));

            assertThat(above.isTraceEnabled()).isFalse();
            assertThat(beside.isTraceEnabled()).isTrue();
            assertThat(logs.get(TOPOLOGY).get_named_logger_level()).isEmpty();
            logs.retainTopologies(Set.of());
            assertThat(beside.isTraceEnabled()).isFalse();
        }
    }

    @Test
    void whatCannotBeSetIsNotKept() {
        LevelSwitch none =
                levels -> {
                    throw new UnsupportedOperationException("no such binding");
                };
        try (LogConfigs logs = new LogConfigs(none)) {
            assertThatThrownBy(() -> logs.set(TOPOLOGY, update(name, "DEBUG", 0)))
                    .isInstanceOf(UnsupportedOperationException.class);
            assertThat(logs.get(TOPOLOGY).get_named_logger_level()).isEmpty();
        }
    }
}
