package io.eyewall.nativetask.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.storm.generated.ExecutorInfo;
import org.apache.storm.generated.LSWorkerHeartbeat;
import org.apache.storm.generated.SupervisorWorkerHeartbeat;
import org.junit.jupiter.api.Test;

class HeartbeatsTest {
    @Test
    void areThoseThatStormMakes() {
        List<ExecutorInfo> executors = List.of(new ExecutorInfo(1, 2));
        assertThat(Heartbeats.ofFile(7, "words-1", executors, 6700))
                .isEqualTo(new LSWorkerHeartbeat(7, "words-1", executors, 6700));
        assertThat(Heartbeats.ofMessage(7, "words-1", executors))
                .isEqualTo(new SupervisorWorkerHeartbeat("words-1", executors, 7));
    }
}
