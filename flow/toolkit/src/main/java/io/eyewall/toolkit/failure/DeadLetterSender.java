package io.eyewall.toolkit.failure;

import java.util.Collection;
import java.util.List;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * Sends tuples that a bolt cannot process to the bolt's dead letters and acks them. Used by the
 * task's thread only.
 */
public final class DeadLetterSender {
    private final DeadLetterLog log;
    private final OutputCollector collector;

    /** The position of a record that was computed from no tuple: this {@code COMPONENT:TASK}. */
    private final String taskPosition;

    /**
     * @param name name of the task in log lines
     */
    public DeadLetterSender(String name, TopologyContext context, OutputCollector collector) {
        this.collector = collector;
        taskPosition = context.getThisComponentId() + ":" + context.getThisTaskId();
        log = new DeadLetterLog(name, context);
    }

    /**
     * Sends a tuple to the dead letters and acks it.
     *
     * @param reason reason in one line
     * @param record the record, of which the text is sent
     */
    public void sendAndAck(Tuple tuple, String reason, Object record) {
        send(List.of(tuple), reason, record);
        collector.ack(tuple);
    }

    /**
     * Sends a record to the dead letters that was computed from several tuples, or from tuples that
     * are acked already. Acks nothing.
     *
     * @param reason reason in one line
     * @param record the record, of which the text is sent
     */
    public void send(Collection<Tuple> tuples, String reason, Object record) {
        String position = tuples.isEmpty() ? taskPosition : position(tuples.iterator().next());
        log.add(position, reason);
        String text = DeadLetters.truncated(String.valueOf(record));
        collector.emit(DeadLetters.STREAM, tuples, new Values(reason, position, text));
    }

    /** Returns the tuple's position in its source or, without one, the task that has sent it. */
    private static String position(Tuple tuple) {
        return tuple.contains("position")
                ? String.valueOf(tuple.getValueByField("position"))
                : tuple.getSourceComponent() + ":" + tuple.getSourceTask();
    }
}
