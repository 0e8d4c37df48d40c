package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TopologyFailureTest {
    private static String describe(String componentId, int taskId, String call) {
        return new TopologyFailure(
                        "words", componentId, taskId, call, new IllegalStateException("bad"))
                .describe();
    }

    @Test
    void namesTheTaskThatThrew() {
        assertThat(describe("split", 0, "execute"))
                .isEqualTo(
                        "topology 'words' failed: component 'split' task 0 threw in execute:"
                                + " java.lang.IllegalStateException: bad");
    }

    @Test
    void namesThePartThatThrewIfItIsNoTask() {
        for (String part :
                new String[] {"the assembly of its tasks", "topology.auto-credentials", "core 0"}) {
            assertThat(describe("(part)", -1, part))
                    .isEqualTo(
                            "topology 'words' failed: %s threw java.lang.IllegalStateException: bad"
                                    .formatted(part));
        }
    }
}
