package io.eyewall.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanRequestTest {
    @Test
    void arrivesAsItWasSent() {
        PlanRequest request = new PlanRequest("tstorm", Map.of("gamma", 1.5, "other", 1e-9), 20);

        assertThat(PlanRequest.decode(request.encode())).isEqualTo(request);
        assertThat(PlanRequest.decode(PlanRequest.SHOW.encode())).isEqualTo(PlanRequest.SHOW);
    }

    @Test
    void whatIsNoneIsRefused() {
        assertThatThrownBy(() -> PlanRequest.decode("tstorm\nwhat"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'what' is neither NAME=VALUE nor a period");
        assertThatThrownBy(() -> PlanRequest.decode("tstorm\ngamma=much"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
