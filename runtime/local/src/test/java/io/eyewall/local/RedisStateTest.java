package io.eyewall.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.state.KeyValueState;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.topology.base.BaseStatefulBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests Storm's state provider for Redis, from its own jar, with a real server. */
@NullUnmarked // fields are set by the framework
@Timeout(180)
class RedisStateTest {
    private static final List<String> WORDS = List.of("a", "b", "a", "c", "a");

    /** The words that the bolt has counted, and {@code commit} for each commit. */
    private static final BlockingQueue<String> SEEN = new LinkedBlockingQueue<>();

    private static final class WordSpout extends BaseRichSpout {
        private transient SpoutOutputCollector collector;
        private int next;

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public void nextTuple() {
            if (next < WORDS.size()) {
                collector.emit(new Values(WORDS.get(next)), next);
                next++;
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
        }
    }

    private static final class CountBolt extends BaseStatefulBolt<KeyValueState<String, Integer>> {
        private transient OutputCollector collector;
        private transient KeyValueState<String, Integer> counts;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public void initState(KeyValueState<String, Integer> state) {
            counts = state;
            SEEN.add(state.getClass().getSimpleName());
        }

        @Override
        public void preCommit(long txid) {
            SEEN.add("commit");
        }

        @Override
        public void execute(Tuple tuple) {
            String word = tuple.getString(0);
            int count = counts.get(word, 0) + 1;
            counts.put(word, count);
            collector.ack(tuple);
            SEEN.add(word + count);
        }
    }

    @Test
    void countsGoOnInRedisWhenTheTopologyIsStartedAgain() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            Config conf = new Config();
            conf.put(
                    Config.TOPOLOGY_STATE_PROVIDER,
                    "org.apache.storm.redis.state.RedisKeyValueStateProvider");
            conf.put(
                    Config.TOPOLOGY_STATE_PROVIDER_CONFIG,
                    "{\"jedisPoolConfig\":{\"host\":\"127.0.0.1\",\"port\":%d}}"
                            .formatted(redis.port()));
            conf.put(Config.TOPOLOGY_STATE_CHECKPOINT_INTERVAL, 200);
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("words", new WordSpout());
            builder.setBolt("count", new CountBolt()).shuffleGrouping("words");
            var topology = builder.createTopology();

            try (TopologyHandle first = Eyewall.start("redis-count", conf, topology)) {
                assertThat(next(6))
                        .containsExactly("RedisKeyValueState", "a1", "b1", "a2", "c1", "a3");
                // When the third commit from here on is complete, all counts so far have been
                // committed.
                awaitCommits(3);
                assertThat(first.failure()).isEmpty();
            }
            SEEN.clear();
            try (TopologyHandle second = Eyewall.start("redis-count", conf, topology)) {
                assertThat(next(6))
                        .containsExactly("RedisKeyValueState", "a4", "b2", "a5", "c2", "a6");
                assertThat(second.failure()).isEmpty();
            }
        }
    }

    private static List<String> next(int count) throws InterruptedException {
        List<String> seen = new java.util.ArrayList<>();
        while (seen.size() < count) {
            String one = poll();
            if (!one.equals("commit")) {
                seen.add(one);
            }
        }
        return seen;
    }

    private static void awaitCommits(int count) throws InterruptedException {
        for (int commits = 0; commits < count; ) {
            commits += poll().equals("commit") ? 1 : 0;
        }
    }

    private static String poll() throws InterruptedException {
        String one = SEEN.poll(60, TimeUnit.SECONDS);
        assertThat(one).as("nothing within 60 s").isNotNull();
        return one;
    }
}
