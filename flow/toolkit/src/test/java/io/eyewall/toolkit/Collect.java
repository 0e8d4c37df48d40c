package io.eyewall.toolkit;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.FailedException;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Tuple;

/** A bolt that collects the tuples it receives under a name, for inspection by the test. */
public final class Collect extends BaseBasicBolt {
    private static final long serialVersionUID = 1L;
    private static final Map<String, Queue<List<Object>>> ALL = new ConcurrentHashMap<>();
    private static final Map<String, Integer> TO_FAIL = new ConcurrentHashMap<>();

    private final String name;

    /** Creates a bolt that collects under the given name, which no other test may use. */
    public Collect(String name) {
        this.name = name;
    }

    /** Makes the next tuples under a name fail, without being collected. */
    public static void failNext(String name, int tuples) {
        TO_FAIL.put(name, tuples + 1); // execute decrements before it compares
    }

    /** Returns the tuples collected so far. */
    public static List<List<Object>> of(String name) {
        return List.copyOf(ALL.getOrDefault(name, new ConcurrentLinkedQueue<>()));
    }

    /** Returns the first values of the tuples collected so far. */
    public static List<Object> firstsOf(String name) {
        return of(name).stream().map(values -> values.get(0)).toList();
    }

    @Override
    public void execute(Tuple tuple, BasicOutputCollector collector) {
        if (TO_FAIL.merge(name, 0, (left, none) -> left - 1) > 0) {
            throw new FailedException("requested by the test");
        }
        ALL.computeIfAbsent(name, any -> new ConcurrentLinkedQueue<>()).add(tuple.getValues());
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        // The bolt emits nothing.
    }
}
