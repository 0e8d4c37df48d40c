package io.eyewall.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.TopologyPlanner;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.generated.StormTopology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class InterruptedOrderTest {
    /** Returns a topology that is always being replaced by an update. */
    private static RunningTopology replaced(AtomicInteger activations) throws Exception {
        Map<String, Object> conf = StormConf.localMode();
        StormTopology numbers = TestTopologies.numbers("replaced", 1).createTopology();
        TopologyPlan plan =
                TopologyPlanner.plan("replaced", "replaced-1-1", conf, Map.of(), numbers);
        return (RunningTopology)
                Proxy.newProxyInstance(
                        RunningTopology.class.getClassLoader(),
                        new Class<?>[] {RunningTopology.class},
                        (proxy, method, arguments) ->
                                switch (method.getName()) {
                                    case "plan" -> plan;
                                    case "status" -> TopologyStatus.ACTIVE;
                                    case "activate" -> {
                                        activations.incrementAndGet();
                                        throw new ReplacedException("replaced");
                                    }
                                    default -> null;
                                });
    }

    @Test
    void anInterruptedThreadDoesNotWaitForTheEndOfAnUpdate() throws Exception {
        AtomicInteger activations = new AtomicInteger();
        try (LocalNimbus nimbus = new LocalNimbus(StormConf.localMode())) {
            nimbus.add(replaced(activations), true);

            Thread.currentThread().interrupt();
            try {
                assertThatThrownBy(() -> nimbus.activate("replaced"))
                        .isInstanceOf(ReplacedException.class);
            } finally {
                assertThat(Thread.interrupted()).as("it stays interrupted").isTrue();
            }
            assertThat(activations).hasValue(1);
        }
    }
}
