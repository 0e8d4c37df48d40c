package io.eyewall.benchmarks.tstorm.topology;

import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import redis.clients.jedis.Jedis;

/**
 * Emits the lines of a Redis list, each with a message id, and returns failed lines to the list.
 */
final class RedisLines extends BaseRichSpout {
    private static final long serialVersionUID = 1L;

    private final String host;
    private final String folder;
    private transient SpoutOutputCollector collector;
    private transient ProcessingTimes times;
    private transient Jedis redis;

    /** A message id. */
    private record Emitted(String line, long atNs) {}

    /**
     * Creates the spout.
     *
     * @param host host of Redis, at its default port
     * @param folder folder of the processing times
     */
    @SuppressWarnings("NullAway.Init") // by open
    RedisLines(String host, String folder) {
        this.host = host;
        this.folder = folder;
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
        collector = output;
        times = new ProcessingTimes(folder, context.getThisTaskId());
        redis = new Jedis(host, Services.REDIS_PORT);
    }

    @Override
    public void nextTuple() {
        String line = redis.rpop(Services.REDIS_LIST);
        if (line != null) {
            collector.emit(new Values(line), new Emitted(line, System.nanoTime()));
        }
    }

    @Override
    public void ack(Object id) {
        times.acked(((Emitted) id).atNs());
    }

    @Override
    public void fail(Object id) {
        times.failed();
        redis.rpush(Services.REDIS_LIST, ((Emitted) id).line());
    }

    @Override
    public void close() {
        redis.close();
        times.close();
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("line"));
    }
}
