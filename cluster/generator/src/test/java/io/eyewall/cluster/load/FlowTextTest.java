package io.eyewall.cluster.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cluster.load.ExecutorRow.Flow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlowTextTest {
    @Test
    void isReadAsItWasWritten() {
        List<Flow> flows = List.of(new Flow(3, 1e9, 1.0 / 3), new Flow(7, 0.1, 0));
        assertThat(FlowText.read(FlowText.write(flows))).isEqualTo(flows);
        assertThat(FlowText.read(FlowText.write(List.of()))).isEmpty();
    }

    @Test
    void passesOverWhatIsNoFlow() {
        assertThat(FlowText.read("x\n1 2\n0 1 1\n4 NaN 1\n4 -1 1\n5 1 1\n1 2 3 4\n"))
                .containsExactly(new Flow(5, 1, 1));
    }

    @Test
    void leavesOutTheLightestWhereThereIsNoRoom() {
        List<Flow> flows = new ArrayList<>();
        for (int to = 1; to <= 100_000; to++) {
            flows.add(new Flow(to, to, to / 3.0));
        }
        String text = FlowText.write(flows);
        assertThat(text.length()).isBetween(FlowText.MAX_CHARS - 100, FlowText.MAX_CHARS);
        assertThat(FlowText.read(text))
                .first()
                .isEqualTo(new Flow(100_000, 100_000, 100_000 / 3.0));
    }
}
