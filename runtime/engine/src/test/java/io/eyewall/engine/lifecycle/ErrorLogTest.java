package io.eyewall.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.StackTraceText;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.TestSpout;
import java.io.PrintWriter;
import java.util.Map;
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
    void keepsFiveErrorsPerComponentAndTenSecondsByDefault() {
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
    void readsTheLimitsFromTheConfiguration() {
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
    void keepsErrorsAfterTheClockWasSetBack() {
        ErrorLog log = log();
        report(log, "a", 9, 5_000);

        report(log, "a", 9, 1_400);

        assertThat(log.reports()).hasSize(10);
    }

    @Test
    void dropsTheOldestErrors() {
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

    @Test
    void countsAllErrorsByTaskIncludingThoseNotKept() {
        ErrorLog log = log();
        report(log, "a", 1_000, 1_000);
        log.report("a", 2, new IllegalStateException(), 1_001);
        log.reportFailure("a", 2, new IllegalStateException(), 1_012);
        log.report("a", 2, new IllegalStateException(), 1_013);

        assertThat(log.countsByTask()).containsExactly(Map.entry(1, 1_000L), Map.entry(2, 2L));
        assertThat(log.reports())
                .extracting(ErrorReport::number)
                .as("which of its component's, 0 = a failure")
                .containsExactly(1L, 2L, 3L, 4L, 5L, 0L, 1_002L);
    }

    @Test
    void countsErrorsOfManyThreads() throws Exception {
        ErrorLog log = log();
        Thread[] threads = new Thread[8];
        for (int i = 0; i < threads.length; i++) {
            int task = i % 4;
            threads[i] =
                    new Thread(
                            () -> {
                                for (int n = 0; n < 10_000; n++) {
                                    log.report("a", task, new Exception(), 1_000);
                                }
                            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(log.countsByTask())
                .hasSize(4)
                .containsValue(20_000L)
                .doesNotContainValue(19_999L);
        assertThat(log.countsByTask().values()).containsOnly(20_000L);
        assertThat(log.reports()).hasSize(5);
    }

    @Test
    void survivesExceptionsThatCannotBePrinted() {
        ErrorLog log = log();
        log.report(
                "a",
                1,
                new IllegalStateException() {
                    @Override
                    public String getMessage() {
                        throw new UnsupportedOperationException("no message");
                    }
                },
                1_000);
        log.report(
                "a",
                1,
                new IllegalStateException("half") {
                    @Override
                    public void printStackTrace(PrintWriter writer) {
                        writer.print("begun");
                        throw new StackOverflowError();
                    }
                },
                1_000);
        log.report("a", 1, null, 1_000);

        assertThat(log.reports()).hasSize(3);
        assertThat(log.reports().get(0).stackTrace())
                .contains("ErrorLogTest$", "cannot be printed")
                .contains(UnsupportedOperationException.class.getName());
        assertThat(log.reports().get(1).stackTrace())
                .startsWith("begun\n")
                .contains(StackOverflowError.class.getName());
        assertThat(log.reports().get(2).stackTrace()).isEqualTo("null");
        assertThat(log.countsByTask()).containsExactly(Map.entry(1, 3L));
    }

    @Test
    void acceptsAnErrorWhileAnotherIsPrinted() {
        ErrorLog log = log();
        log.report(
                "a",
                1,
                new IllegalStateException() {
                    @Override
                    public String getMessage() {
                        log.report("a", 1, new IllegalStateException("nested"), 1_000);
                        return "outer";
                    }
                },
                1_000);

        assertThat(log.countsByTask().get(1)).isGreaterThanOrEqualTo(2);
        assertThat(log.reports())
                .last()
                .extracting(ErrorReport::stackTrace)
                .asString()
                .contains("outer");
    }

    @Test
    void truncatesHugeMessages() {
        ErrorLog log = log();
        log.report("a", 1, new IllegalStateException("x".repeat(10_000_000)), 1_000);

        String text = log.reports().get(0).stackTrace();
        assertThat(text).hasSizeLessThan(StackTraceText.MAX_CHARS + 100);
        assertThat(text).startsWith("java.lang.IllegalStateException: xxx");
        assertThat(text).containsPattern("x\\.\\.\\. \\(\\d{7,} more characters\\)$");
    }
}
