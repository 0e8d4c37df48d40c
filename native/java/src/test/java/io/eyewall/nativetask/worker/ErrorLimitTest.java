package io.eyewall.nativetask.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.junit.jupiter.api.Test;

final class ErrorLimitTest {

    /** Each is written to ZooKeeper, which the whole cluster needs. */
    @Test
    void aTaskThatReportsAllTheTimeIsHeardNowAndThen() {
        var limit =
                new ErrorLimit(
                        Map.of(
                                Config.TOPOLOGY_ERROR_THROTTLE_INTERVAL_SECS, 10,
                                Config.TOPOLOGY_MAX_ERROR_REPORT_PER_INTERVAL, 2));
        long seconds = TimeUnit.SECONDS.toNanos(1);
        assertThat(limit.countAndCheck("3", 0)).isTrue();
        assertThat(limit.countAndCheck("3", seconds)).isTrue();
        assertThat(limit.countAndCheck("3", 2 * seconds)).isFalse();
        assertThat(limit.countAndCheck("4", 2 * seconds)).isTrue();
        assertThat(limit.countAndCheck("3", 10 * seconds)).isFalse();
        assertThat(limit.countAndCheck("3", 11 * seconds)).isTrue();
        assertThat(limit.countAndCheck("3", 12 * seconds)).isTrue();
        assertThat(limit.countAndCheck("3", 13 * seconds)).isFalse();
    }
}
