package io.eyewall.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.TestSpout;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;

class ErrorLogTest {
    private static ErrorLog log(Object... keysAndValues) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new TestSpout(), 1);
        return new ErrorLog(Plans.of(builder, keysAndValues));
    }

    private static void report(ErrorLog log, String component, int count, int atSecs) {
        for (int i = 0; i < count; i++) {
            log.report(component, 1, new IllegalStateException("no " + i), atSecs);
        }
    }

    @Test
    void keepsFiveOfAComponentInTenSecondsByDefault() {
        ErrorLog log = log();

        report(log, "a", 9, 1_000);
        report(log, "b", 1, 1_001);
        report(log, "a", 1, 1_010); // not yet over
        assertThat(log.reports())
                .extracting(ErrorReport::componentId)
                .containsExactly("a", "a", "a", "a", "a", "b");

        report(log, "a", 9, 1_011);
        assertThat(log.reports()).hasSize(11);
    }

    @Test
    void takesTheLimitsFromTheConfiguration() {
        ErrorLog log =
                log(
                        Config.TOPOLOGY_MAX_ERROR_REPORT_PER_INTERVAL,
                        2,
                        Config.TOPOLOGY_ERROR_THROTTLE_INTERVAL_SECS,
                        3);

        report(log, "a", 5, 1_000);
        report(log, "a", 5, 1_003);
        assertThat(log.reports()).hasSize(2);
        report(log, "a", 5, 1_004);
        assertThat(log.reports()).hasSize(4);
    }

    @Test
    void keepsTheLatestAndForgetsTheOldest() {
        ErrorLog log = log();
        for (int second = 0; second < 30; second++) {
            report(log, "a", 1, 1_000 + 20 * second);
        }

        assertThat(log.reports()).hasSize(20);
        assertThat(log.reports().get(0).timeSecs()).isEqualTo(1_200);
        assertThat(log.reports().get(19).timeSecs()).isEqualTo(1_580);
    }

    @Test
    void sortsTheErrorsOfAllComponentsByTime() {
        ErrorLog log = log();
        report(log, "z", 1, 1_000);
        report(log, "a", 1, 1_001);
        report(log, "m", 1, 1_002);

        assertThat(log.reports())
                .extracting(ErrorReport::componentId)
                .containsExactly("z", "a", "m");
    }

    @Test
    void keepsTheStackTraceWithItsCause() {
        ErrorLog log = log();

        log.report("a", 3, new RuntimeException("outer", new IllegalStateException("inner")), 9);

        ErrorReport report = log.reports().get(0);
        assertThat(report.taskId()).isEqualTo(3);
        assertThat(report.stackTrace())
                .contains("RuntimeException: outer", "Caused by", "inner", "ErrorLogTest");
    }
}
