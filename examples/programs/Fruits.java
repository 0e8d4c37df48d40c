// eyewall run --for 3s examples/programs/Fruits.java pear fig

import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
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

/** A topology in one file, which needs no project: it counts the fruits that are its arguments. */
public class Fruits {
    public static void main(String[] fruits) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("fruits", new FruitSpout(List.of(fruits)));
        builder.setBolt("count", new CountBolt(), 2).fieldsGrouping("fruits", new Fields("fruit"));
        StormSubmitter.submitTopology("fruits", new Config(), builder.createTopology());
    }

    static class FruitSpout extends BaseRichSpout {
        private final List<String> fruits;
        private SpoutOutputCollector collector;
        private int next;

        FruitSpout(List<String> fruits) {
            this.fruits = fruits;
        }

        @Override
        public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
            collector = out;
        }

        @Override
        public void nextTuple() {
            collector.emit(new Values(fruits.get(next)), next);
            next = (next + 1) % fruits.size();
            Utils.sleep(100);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("fruit"));
        }
    }

    static class CountBolt extends BaseBasicBolt {
        private int count;

        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            count++;
            System.out.println(tuple.getString(0) + ": " + count + " in this task");
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }
}
