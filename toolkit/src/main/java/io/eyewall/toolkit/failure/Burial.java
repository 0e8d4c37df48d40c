package io.eyewall.toolkit.failure;

import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Sends what a bolt can't deal with to its dead letters, and acks it. For the task's thread. */
public final class Burial {
    private final DeadLetterLog log;
    private final OutputCollector collector;

    /**
     * @param name of the task, for people
     */
    public Burial(String name, TopologyContext context, OutputCollector collector) {
        this.collector = collector;
        log = new DeadLetterLog(name, context);
    }

    /**
     * @param reason why, in one line
     * @param record what it was
     */
    public void bury(Tuple tuple, String reason, Object record) {
        String position = position(tuple);
        log.add(position, reason);
        String text = DeadLetters.shortened(String.valueOf(record));
        collector.emit(DeadLetters.STREAM, tuple, new Values(reason, position, text));
        collector.ack(tuple);
    }

    private static String position(Tuple tuple) {
        return tuple.contains("position")
                ? String.valueOf(tuple.getValueByField("position"))
                : tuple.getSourceComponent() + ":" + tuple.getSourceTask();
    }
}
