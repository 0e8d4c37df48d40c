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

/** A bolt that keeps what it gets, under a name, for the test to look at. */
public final class Collect extends BaseBasicBolt {
    private static final long serialVersionUID = 1L;
    private static final Map<String, Queue<List<Object>>> ALL = new ConcurrentHashMap<>();
    private static final Map<String, Integer> TO_FAIL = new ConcurrentHashMap<>();

    private final String name;

    /** Keeps under this name, which no other test uses. */
    public Collect(String name) {
        this.name = name;
    }

    /** The next so many tuples under a name fail, and are not kept. */
    public static void failNext(String name, int tuples) {
        TO_FAIL.put(name, tuples + 1); // each takes one off before it looks
    }

    /** What was kept until now. */
    public static List<List<Object>> of(String name) {
        return List.copyOf(ALL.getOrDefault(name, new ConcurrentLinkedQueue<>()));
    }

    /** The first values of what was kept until now. */
    public static List<Object> firstsOf(String name) {
        return of(name).stream().map(values -> values.get(0)).toList();
    }

    @Override
    public void execute(Tuple tuple, BasicOutputCollector collector) {
        if (TO_FAIL.merge(name, 0, (left, none) -> left - 1) > 0) {
            throw new FailedException("as the test wants it");
        }
        ALL.computeIfAbsent(name, any -> new ConcurrentLinkedQueue<>()).add(tuple.getValues());
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        // It is the last.
    }
}
