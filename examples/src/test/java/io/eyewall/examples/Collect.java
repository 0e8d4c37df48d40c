package io.eyewall.examples;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;

/** A bolt for the end of an example: keeps what arrives where the test finds it. */
public final class Collect extends BaseRichBolt {
    private static final Map<String, Queue<List<Object>>> COLLECTED = new ConcurrentHashMap<>();

    private final String key;
    private OutputCollector collector;

    Collect(String key) {
        this.key = key;
        COLLECTED.put(key, new ConcurrentLinkedQueue<>());
    }

    static List<List<Object>> values(String key) {
        return List.copyOf(COLLECTED.get(key));
    }

    static int count(String key) {
        return COLLECTED.get(key).size();
    }

    /** Waits until a condition holds; fails after 20 s. */
    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadlineNs = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadlineNs) {
                throw new AssertionError("not within 20 s: " + what);
            }
            Thread.sleep(5);
        }
    }

    @Override
    public void prepare(
            Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
        this.collector = collector;
    }

    @Override
    public void execute(Tuple tuple) {
        COLLECTED.get(key).add(List.copyOf(tuple.getValues()));
        collector.ack(tuple);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}
}
