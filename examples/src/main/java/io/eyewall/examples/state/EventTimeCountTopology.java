package io.eyewall.examples.state;

import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.ConfigurableTopology;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.topology.base.BaseWindowedBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.windowing.TupleWindow;

/**
 * Counts readings per sensor in windows of ten seconds of event time. Readings arrive up to three
 * seconds out of order, which is the lag that the windows allow; a later reading goes to the stream
 * {@code late}.
 */
public class EventTimeCountTopology extends ConfigurableTopology {
    /** The stream of readings that arrive too late. */
    public static final String LATE = "late";

    private static final int SENSORS = 3;
    private static final int STEP_MS = 1_000;
    private static final int WINDOW_SECONDS = 10;
    private static final int LAG_SECONDS = 3;

    /**
     * @param args the number of readings, optional
     */
    public static void main(String[] args) {
        ConfigurableTopology.start(new EventTimeCountTopology(), args);
    }

    @Override
    protected int run(String[] args) {
        int limit = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
        return submit("event-time-count", conf, builder(limit));
    }

    /**
     * Returns {@code readings -> counts}.
     *
     * @param limit the number of readings: one per second of event time, each pair in reverse order
     */
    public static TopologyBuilder builder(int limit) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("readings", new ReadingSpout(limit));
        BaseWindowedBolt counts =
                new CountBolt()
                        .withTumblingWindow(BaseWindowedBolt.Duration.seconds(WINDOW_SECONDS))
                        .withTimestampField("time")
                        .withLag(BaseWindowedBolt.Duration.seconds(LAG_SECONDS))
                        .withWatermarkInterval(BaseWindowedBolt.Duration.of(100))
                        .withLateTupleStream(LATE);
        builder.setBolt("counts", counts).globalGrouping("readings");
        return builder;
    }

    /** Emits a sensor and a time in milliseconds per reading. */
    static class ReadingSpout extends BaseRichSpout {
        private final int limit;
        private transient SpoutOutputCollector collector;
        private int next;

        ReadingSpout(int limit) {
            this.limit = limit;
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public void nextTuple() {
            if (next < limit) {
                int second = 1 + (next ^ 1);
                next++;
                collector.emit(new Values(second % SENSORS, (long) second * STEP_MS));
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("sensor", "time"));
        }
    }

    /** Emits, for each window, its end and the number of readings of each sensor. */
    static class CountBolt extends BaseWindowedBolt {
        private transient OutputCollector collector;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public void execute(TupleWindow window) {
            Map<Integer, Integer> counts = new TreeMap<>();
            for (Tuple reading : window.get()) {
                counts.merge(reading.getIntegerByField("sensor"), 1, Integer::sum);
            }
            collector.emit(new Values(window.getEndTimestamp(), counts));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("end", "counts"));
        }
    }
}
