package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.MetricRegistryListener;
import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.fixture.Thrown;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.Config;
import org.apache.storm.metrics2.reporters.StormReporter;
import org.apache.storm.topology.TopologyBuilder;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The monitor goes on for everybody, whatever one topology's metrics do to it. */
@Timeout(120)
@NullUnmarked // fields are set before each test
class EngineMonitorTest {
    private final Engine engine = Engines.start(2);

    @AfterEach
    void close() {
        engine.close();
    }

    /** Hears of the counters of emits that the monitor adds. */
    public abstract static class Listening implements StormReporter {
        abstract void onEmitCounter(Map<String, Object> own);

        @Override
        @SuppressWarnings("deprecation") // the only way to the registry
        public void prepare(
                MetricRegistry registry, Map<String, Object> conf, Map<String, Object> own) {
            registry.addListener(
                    new MetricRegistryListener.Base() {
                        @Override
                        public void onCounterAdded(String name, Counter counter) {
                            if (name.contains("__emit-count")) {
                                onEmitCounter(own);
                            }
                        }
                    });
        }

        @Override
        public void start() {
            // it only listens
        }

        @Override
        public void stop() {
            // it only listens
        }

        @Override
        public void close() {
            stop();
        }
    }

    /** Throws whatever it is told to, and when it is stopped. */
    public static final class Rude extends Listening {
        private static final Map<String, AtomicInteger> THROWN = new ConcurrentHashMap<>();

        @Override
        void onEmitCounter(Map<String, Object> own) {
            String what = (String) own.get("throws");
            THROWN.get(what).incrementAndGet();
            Thrown.valueOf(what).raise();
        }

        @Override
        public void stop() {
            throw new IllegalStateException("on purpose");
        }
    }

    /** Counts what it hears of. */
    public static final class Polite extends Listening {
        private static final AtomicInteger FED = new AtomicInteger();

        @Override
        void onEmitCounter(Map<String, Object> own) {
            FED.incrementAndGet();
        }
    }

    private static TopologyBuilder numbers() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", TestSpout.numbers(1_000), 1);
        builder.setBolt("bolt", TestBolt.relay(), 1).shuffleGrouping("spout");
        return builder;
    }

    private RunningTopology start(Class<? extends StormReporter> reporter, String what)
            throws Exception {
        Map<String, Object> own = Map.of("class", reporter.getName(), "throws", what);
        return Engines.submit(engine, numbers(), Config.TOPOLOGY_METRICS_REPORTERS, List.of(own));
    }

    private static Thread monitor() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("eyewall-monitor"))
                .findAny()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource
    void feedsTheStatisticsOfOthersAndOfThoseThatComeLater(Thrown thrown) throws Exception {
        AtomicInteger times = new AtomicInteger();
        Rude.THROWN.put(thrown.name(), times);
        RunningTopology rude = start(Rude.class, thrown.name());
        Engines.until("the monitor has met it", () -> times.get() > 0);
        int before = Polite.FED.get();

        start(Polite.class, "");

        Engines.until("statistics of the other", () -> Polite.FED.get() > before);
        assertThat(rude.status()).isEqualTo(TopologyStatus.ACTIVE);
        Engines.kill(rude); // though its reporter throws when it is stopped
    }

    @Test
    void anInterruptChangesNothing() throws Exception {
        Thread monitor = monitor();
        for (int i = 0; i < 3; i++) {
            monitor.interrupt();
            Engines.until(
                    "it rests again",
                    () ->
                            !monitor.isInterrupted()
                                    && monitor.getState() == Thread.State.TIMED_WAITING);
        }
        int before = Polite.FED.get();

        start(Polite.class, "");

        Engines.until("statistics", () -> Polite.FED.get() > before);
    }
}
