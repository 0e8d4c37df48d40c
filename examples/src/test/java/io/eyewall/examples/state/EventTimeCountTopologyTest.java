package io.eyewall.examples.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.local.Eyewall;
import io.eyewall.local.TopologyHandle;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class EventTimeCountTopologyTest {
    private static final Queue<List<Object>> WINDOWS = new ConcurrentLinkedQueue<>();
    private static final CountDownLatch FIVE = new CountDownLatch(5);

    private static final class Sink extends BaseBasicBolt {
        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            WINDOWS.add(List.copyOf(tuple.getValues()));
            FIVE.countDown();
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    @Test
    void countsTheReadingsOfEachTenSecondsOutOfOrder() throws Exception {
        TopologyBuilder builder = EventTimeCountTopology.builder(54);
        builder.setBolt("sink", new Sink()).globalGrouping("counts");
        try (TopologyHandle topology =
                Eyewall.start("event-time-count", new Config(), builder.createTopology())) {
            assertThat(FIVE.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(topology.failure()).isEmpty();
        }
        assertThat(WINDOWS)
                .containsExactly(
                        List.of(10_000L, Map.of(0, 3, 1, 4, 2, 3)),
                        List.of(20_000L, Map.of(0, 3, 1, 3, 2, 4)),
                        List.of(30_000L, Map.of(0, 4, 1, 3, 2, 3)),
                        List.of(40_000L, Map.of(0, 3, 1, 4, 2, 3)),
                        List.of(50_000L, Map.of(0, 3, 1, 3, 2, 4)));
    }
}
