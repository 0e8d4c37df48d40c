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
 * Handles exceptions of a bolt's functions: the topology fails, or the value goes to the dead
 * letters. Storm's {@link FailedException} fails the tuple, so that it is replayed (Storm:
 * topology/BasicBoltExecutor.java). Used by the task's thread, except while the topology is built.
 */
final class ThrownHandler implements Serializable {
    private static final long serialVersionUID = 1L;

    private boolean isCaught;
    private transient @Nullable DeadLetterSender deadLetters;

    /** Sends values to the dead letters from now on; to be called while a topology is built. */
    void toDeadLetters() {
        isCaught = true;
    }

    boolean isCaught() {
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
     * @throws RuntimeException the given exception if it is not to be caught
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
     * Sends a value to the dead letters and acks it, if failures go there.
     *
     * @return whether they do
     */
    boolean sendToDeadLetters(Tuple tuple, String reason, Object value) {
        if (deadLetters == null) {
            return false;
        }
        deadLetters.sendAndAck(tuple, reason, value);
        return true;
    }

    /**
     * Sends a record to the dead letters that was made of several tuples, which are not acked here.
     *
     * @throws RuntimeException the given exception if it is not to be caught
     */
    void handle(RuntimeException e, Collection<Tuple> tuples, Supplier<?> record) {
        if (deadLetters == null) {
            throw e;
        }
        deadLetters.send(tuples, reason(e), record.get());
    }

    /** Returns the exception with the position in the user's code, if it can be determined. */
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
