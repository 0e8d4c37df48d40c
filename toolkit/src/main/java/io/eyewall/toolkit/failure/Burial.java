package io.eyewall.toolkit.failure;

import java.util.Collection;
import java.util.List;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Sends what a bolt can't deal with to its dead letters, and acks it. For the task's thread. */
public final class Burial {
    private final DeadLetterLog log;
    private final OutputCollector collector;

    /** As a position of what has none. */
    private final String here;

    /**
     * @param name of the task, for people
     */
    public Burial(String name, TopologyContext context, OutputCollector collector) {
        this.collector = collector;
        here = context.getThisComponentId() + ":" + context.getThisTaskId();
        log = new DeadLetterLog(name, context);
    }

    /**
     * @param reason why, in one line
     * @param record what it was
     */
    public void bury(Tuple tuple, String reason, Object record) {
        letter(List.of(tuple), reason, record);
        collector.ack(tuple);
    }

    /**
     * Sends what was made of several, or of none that is not acked, to the dead letters; acks
     * nothing.
     *
     * @param reason why, in one line
     * @param record what it was
     */
    public void letter(Collection<Tuple> tuples, String reason, Object record) {
        String position = tuples.isEmpty() ? here : position(tuples.iterator().next());
        log.add(position, reason);
        String text = DeadLetters.shortened(String.valueOf(record));
        collector.emit(DeadLetters.STREAM, tuples, new Values(reason, position, text));
    }

    private static String position(Tuple tuple) {
        return tuple.contains("position")
                ? String.valueOf(tuple.getValueByField("position"))
                : tuple.getSourceComponent() + ":" + tuple.getSourceTask();
    }
}
