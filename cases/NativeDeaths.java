import io.eyewall.local.Eyewall;
import io.eyewall.local.TopologyHandle;
import io.eyewall.nativetask.NativeBolt;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.storm.Config;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/**
 * NativeDeaths LIBRARY KILLS: kills the process of a native task so often, each time when tuples were acked
 * again, and says whether they are acked after that.
 */
public class NativeDeaths {
    static final AtomicLong acked = new AtomicLong();

    static class Words extends BaseRichSpout {
        private transient SpoutOutputCollector collector;
        private long message;

        @Override
        public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector to) {
            collector = to;
        }

        @Override
        public void nextTuple() {
            collector.emit(new Values("cat"), ++message);
        }

        @Override
        public void ack(Object id) {
            acked.incrementAndGet();
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
        }
    }

    public static void main(String[] arguments) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new Words());
        builder.setBolt("count", new NativeBolt(arguments[0], "Count").output("word", "count").inChildProcess())
                .shuffleGrouping("words");
        Config conf = new Config();
        conf.setMaxSpoutPending(50);
        try (TopologyHandle topology = Eyewall.start("deaths", conf, builder.createTopology())) {
            int kills = Integer.parseInt(arguments[1]);
            for (int kill = 0; kill < kills; kill++) {
                awaitAcks();
                ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
            }
            awaitAcks();
            System.out.println("acked after " + kills + " kills");
        }
    }

    private static void awaitAcks() throws InterruptedException {
        long before = acked.get();
        long endNs = System.nanoTime() + 30_000_000_000L;
        while (acked.get() < before + 1000) {
            if (System.nanoTime() > endNs) {
                System.out.println("no acks in 30 s");
                System.exit(1);
            }
            Thread.sleep(10);
        }
    }
}
