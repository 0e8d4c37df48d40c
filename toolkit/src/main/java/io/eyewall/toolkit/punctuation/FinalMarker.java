package io.eyewall.toolkit.punctuation;

import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;

/**
 * The end of a spout's stream, as a spout that has one uses it. It sends the final marker after the
 * last tuple, as a message that is acked when all bolts behind have ended; once more if tuples
 * failed and were emitted again after it. What the spout has to do:
 *
 * <ul>
 *   <li>{@link #emitted} after each emit;
 *   <li>{@link #atEnd} in each {@code nextTuple} that has nothing (more) to emit, at the end;
 *   <li>first in {@code ack} and {@code fail}: {@link #isAcked}, {@link #isFailed}; if true it was
 *       the marker;
 *   <li>{@link #pending} when the number of its messages under way has changed.
 * </ul>
 *
 * <p>The gauge {@code eyewall.source.drained} of the task is 1 when all is done, the end of all
 * bolts included, and 0 before: {@code eyewall run --until-drained} waits for it. For the spout's
 * thread, but for the gauge.
 */
public final class FinalMarker {
    /** Name of the gauge: the engine, which this module does not know, looks for it. */
    private static final String GAUGE = "eyewall.source.drained";

    private final SpoutOutputCollector collector;
    private long sent;
    private boolean isWanted = true;
    private boolean isAnswered;
    private int pending;
    private volatile boolean isDrained;

    /** Registers the gauge; to be made in {@code open}. */
    public FinalMarker(TopologyContext context, SpoutOutputCollector collector) {
        this.collector = collector;
        context.registerGauge(GAUGE, () -> isDrained ? 1 : 0);
    }

    /** A tuple was emitted. */
    public void emitted() {
        isWanted = true;
        isDrained = false;
    }

    /** There is nothing more, unless a message fails: sends the marker if it has not gone out. */
    public void atEnd() {
        if (isWanted) {
            isWanted = false;
            isAnswered = false;
            sent++;
            collector.emit(
                    Punctuation.STREAM, Punctuation.values(Marker.FINAL, sent), new Id(sent));
        }
        update();
    }

    /** Whether an acked message is the marker; what else is to be done then is done. */
    public boolean isAcked(Object messageId) {
        if (!(messageId instanceof Id id)) {
            return false;
        }
        isAnswered |= id.number() == sent;
        update();
        return true;
    }

    /** Whether a failed message is the marker; it is sent again then. */
    public boolean isFailed(Object messageId) {
        if (!(messageId instanceof Id id)) {
            return false;
        }
        isWanted |= id.number() == sent;
        return true;
    }

    /** How many of the spout's messages are neither acked nor given up. */
    public void pending(int messages) {
        pending = messages;
        update();
    }

    private void update() {
        isDrained = isAnswered && !isWanted && pending == 0;
    }

    /** Whether all is done. */
    public boolean isDrained() {
        return isDrained;
    }

    /** Of the marker's message. */
    private record Id(long number) {}
}
