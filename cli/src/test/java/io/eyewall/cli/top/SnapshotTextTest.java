package io.eyewall.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.topology.snapshot.SnapshotReport;
import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotTextTest {
    private static SnapshotReport report(long number, String slowest, String failure) {
        return new SnapshotReport(
                number,
                0,
                "",
                3_000,
                41,
                13_600,
                slowest,
                30,
                2,
                number,
                number == 0 ? 2_000 : -1,
                number == 0 ? List.of("count[0]") : List.of(),
                slowest.isEmpty() ? 0 : 1,
                0,
                "count[0]: a tuple failed",
                failure);
    }

    @Test
    void saysHowTheNewestSnapshotIs() {
        assertThat(SnapshotText.line(report(12, "sum[1]", "")))
                .isEqualTo(
                        "snapshot 12  age 3s  bytes 13.6k  took 41.0ms  slowest sum[1] 30.0ms"
                                + "  aligned 2.0ms  rollbacks 1 (count[0]: a tuple failed)");
    }

    @Test
    void saysWhatIsWaitedForOrWrong() {
        assertThat(SnapshotText.line(report(0, "", "")))
                .isEqualTo("snapshot none yet  waits for [count[0]]");
        assertThat(SnapshotText.line(report(12, "", "no space left")))
                .isEqualTo("snapshot NOT WRITTEN: no space left");
    }
}
