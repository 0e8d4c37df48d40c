package io.eyewall.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.storm.Config;
import org.apache.storm.LocalCluster;
import org.apache.storm.blobstore.ClientBlobStore;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class StopWordsTopologyTest {
    private static final BlockingQueue<String> IN = new LinkedBlockingQueue<>();
    private static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();

    private static final class Words extends BaseRichSpout {
        private transient SpoutOutputCollector collector;

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public void nextTuple() {
            String word = IN.poll();
            if (word != null) {
                collector.emit(new Values(word));
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
        }
    }

    private static final class Sink extends BaseBasicBolt {
        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            OUT.add(tuple.getString(0));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    @Test
    void dropsWhatTheFileNamesAndHearsOfItsNextVersion() throws Exception {
        TopologyBuilder builder = StopWordsTopology.builder(new Words());
        builder.setBolt("sink", new Sink()).globalGrouping(StopWordsTopology.FILTER);
        Config conf = new Config();
        StopWordsTopology.configure(conf);
        try (LocalCluster cluster = new LocalCluster();
                ClientBlobStore blobs = Utils.getClientBlobStore(cluster.getDaemonConf())) {
            StopWordsTopology.publish(blobs, "the a");
            cluster.submitTopology("stop-words", conf, builder.createTopology());

            assertThat(firstThrough("the", "a", "storm")).isEqualTo("storm");
            StopWordsTopology.publish(blobs, "storm");
            assertThat(firstThrough("storm", "the")).isEqualTo("the");
        }
    }

    /** Only the last of them comes through. */
    private static String firstThrough(String... words) throws InterruptedException {
        IN.addAll(List.of(words));
        return OUT.take();
    }
}
