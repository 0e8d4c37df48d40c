package io.eyewall.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.metrics2.RateCounter;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.junit.jupiter.api.Test;

class RateCountersTest {
    @Test
    void updatesRatesOnTicksWithoutStormsTimer() {
        StormMetricRegistry registry = new StormMetricRegistry();
        registry.start(Map.of(Config.STORM_ID, "words-1-1"), 1024);
        RateCounters rates = RateCounters.takeOver(registry);
        RateCounter counter = registry.rateCounter("emitted", "spout", 1);

        counter.inc(600);
        rates.countSecond();
        assertThat(counter.getValue()).as("renewed every other second").isZero();
        rates.countSecond();
        assertThat(counter.getValue()).isEqualTo(10.0); // per second, over a minute

        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("MetricRegistryTimer");
        registry.stop();
    }
}
