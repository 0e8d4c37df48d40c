package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.failure.DeadLetterSender;
import io.eyewall.toolkit.failure.DeadLetters;
import java.io.Serializable;
import java.util.Collection;
import java.util.function.Supplier;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.FailedException;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.ReportedFailedException;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Handles exceptions that a bolt's functions throw: the topology fails or, if the bolt is catching,
 * the value goes to the dead letters. Storm's {@link FailedException} fails the tuple, so that it
 * is replayed, as in Storm's {@code BasicBoltExecutor}. Used by the task's thread, except while the
 * topology is built.
 */
final class ThrownHandler implements Serializable {
    private static final long serialVersionUID = 1L;

    private boolean isCaught;
    private transient @Nullable DeadLetterSender deadLetters;

    /** Makes the bolt catching; to be called while a topology is built. */
    void enableCatching() {
        isCaught = true;
    }

    boolean isCatching() {
        return isCaught;
    }

    void declare(OutputFieldsDeclarer declarer) {
        if (isCaught) {
            DeadLetters.declare(declarer);
        }
    }

    void prepare(TopologyContext context, OutputCollector collector) {
        if (isCaught) {
            String name = context.getThisComponentId() + " task " + context.getThisTaskId();
            deadLetters = new DeadLetterSender("operator " + name, context, collector);
        }
    }

    /**
     * Fails the tuple, or sends its value to the dead letters and acks it.
     *
     * @throws RuntimeException the given exception if the bolt is not catching
     */
    void handle(RuntimeException e, Tuple tuple, OutputCollector collector) {
        if (e instanceof FailedException) {
            if (e instanceof ReportedFailedException) {
                collector.reportError(e);
            }
            collector.fail(tuple);
        } else if (deadLetters == null) {
            throw e;
        } else {
            deadLetters.sendAndAck(tuple, reason(e), tuple.getValue(tuple.size() - 1));
        }
    }

    /**
     * Sends a tuple's value to the dead letters and acks the tuple, if the bolt is catching.
     *
     * @return whether the bolt is catching
     */
    boolean sendToDeadLetters(Tuple tuple, String reason, Object value) {
        if (deadLetters == null) {
            return false;
        }
        deadLetters.sendAndAck(tuple, reason, value);
        return true;
    }

    /**
     * Sends a record that was computed from several tuples to the dead letters. Does not ack them.
     *
     * @throws RuntimeException the given exception if the bolt is not catching
     */
    void handle(RuntimeException e, Collection<Tuple> tuples, Supplier<?> record) {
        if (deadLetters == null) {
            throw e;
        }
        deadLetters.send(tuples, reason(e), record.get());
    }

    /** Returns the exception, followed by the line of user code that threw it, if that is known. */
    private static String reason(RuntimeException e) {
        for (StackTraceElement frame : e.getStackTrace()) {
            String className = frame.getClassName();
            if (className.startsWith(ThrownHandler.class.getPackageName() + ".")) {
                break;
            }
            if (!className.startsWith("java.") && !className.startsWith("jdk.")) {
                return e + " at " + frame;
            }
        }
        return e.toString();
    }
}
