package io.eyewall.toolkit.punctuation;

import java.util.concurrent.TimeUnit;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.utils.Time;

/**
 * Signals the end of a spout's stream, for spouts that have an end. It sends the final marker after
 * the last tuple, as a message that is acked when all bolts behind the spout have ended. If tuples
 * fail and are emitted again after the marker, it sends another one.
 *
 * <p>Bolts wait for the marker of each of their senders: the first one, and normally a repeated one
 * as well, because tuples that were joined from two streams are replayed in both. If a repeated
 * marker is not acked within a second, or if a marker fails, it is sent again as an insistent one,
 * for which bolts do not wait for other senders.
 *
 * <p>The spout must call:
 *
 * <ul>
 *   <li>{@link #onEmit} after each emit;
 *   <li>{@link #onNothingLeft} in each {@code nextTuple} that has nothing left to emit at the end
 *       of the source;
 *   <li>{@link #handlesAck} and {@link #handlesFail} first in {@code ack} and {@code fail}: if they
 *       return true the message was the marker;
 *   <li>{@link #setPending} when the number of its messages in flight has changed.
 * </ul>
 *
 * <p>The task's gauge {@code eyewall.source.drained} is 1 when all messages are acked and all bolts
 * behind the spout have ended, and 0 before that; {@code eyewall run --until-drained} waits for it.
 * Used by the spout's thread only; any thread may read the gauge.
 */
public final class FinalMarker {
    /**
     * Name of the gauge. The engine, which this module does not depend on, looks it up by this
     * name.
     */
    private static final String GAUGE = "eyewall.source.drained";

    private static final long ACK_WAIT_NS = TimeUnit.SECONDS.toNanos(1);

    private final SpoutOutputCollector collector;

    /** The number of markers that were sent, which is the number of the last one. */
    private long sentCount;

    private long sentNs;

    /** Whether the marker that was sent last, or is to be sent next, is insistent. */
    private boolean isInsistent;

    /** Whether a marker has to be sent, because a tuple was emitted or a marker failed. */
    private boolean isDue = true;

    /** Whether the marker that was sent last is acked. */
    private boolean isLastAcked;

    /** The number of the spout's messages that are neither acked nor given up. */
    private int pending;

    private volatile boolean isDrained;

    /** Creates the marker and registers the gauge; to be called in {@code open}. */
    public FinalMarker(TopologyContext context, SpoutOutputCollector collector) {
        this.collector = collector;
        context.registerGauge(GAUGE, () -> isDrained ? 1 : 0);
    }

    /** Records that the spout has emitted a tuple, so that another marker has to follow. */
    public void onEmit() {
        isDue = true;
        isDrained = false;
    }

    /** Records that the topology has rolled back, so that the end has to be sent again. */
    public void onRollBack() {
        onEmit();
        isLastAcked = false;
    }

    /**
     * Reports that the spout has nothing left to emit unless a message fails. Sends the marker if
     * it was not sent since the last tuple, or again if it is not acked in time.
     */
    public void onNothingLeft() {
        if (isDue) {
            isDue = false;
            isLastAcked = false;
            send(isInsistent);
        } else if (sentCount > 1 && !isLastAcked && !isInsistent && isAckOverdue()) {
            send(true);
        }
        updateDrained();
    }

    private boolean isAckOverdue() {
        return Time.nanoTime() - sentNs >= ACK_WAIT_NS;
    }

    private void send(boolean insistent) {
        sentCount++;
        sentNs = Time.nanoTime();
        isInsistent = insistent;
        long number = insistent ? Punctuation.insistentNumber(sentCount) : sentCount;
        collector.emit(
                Punctuation.STREAM,
                Punctuation.tupleValues(Marker.FINAL, number),
                new Id(sentCount));
    }

    /**
     * Returns whether an acked message is the marker. If so, this object has handled the ack
     * completely.
     */
    public boolean handlesAck(Object messageId) {
        if (!(messageId instanceof Id id)) {
            return false;
        }
        if (id.number() == sentCount) {
            isLastAcked = true;
            isInsistent = false;
        }
        updateDrained();
        return true;
    }

    /** Returns whether a failed message is the marker. If so, the marker will be sent again. */
    public boolean handlesFail(Object messageId) {
        if (!(messageId instanceof Id id)) {
            return false;
        }
        if (id.number() == sentCount) {
            isDue = true;
            isInsistent = true; // it may have failed because a bolt waited for other senders
        }
        return true;
    }

    /** Sets the number of the spout's messages that are neither acked nor given up. */
    public void setPending(int messages) {
        pending = messages;
        updateDrained();
    }

    private void updateDrained() {
        boolean isDrainedNow = isLastAcked && !isDue && pending == 0;
        if (isDrainedNow != isDrained) { // a volatile write per message would be felt
            isDrained = isDrainedNow;
        }
    }

    /** Returns whether the end was sent, nothing after it, and all bolts behind the spout ended. */
    public boolean isEndAcked() {
        return isLastAcked && !isDue;
    }

    /** Returns whether all messages are acked and all bolts behind the spout have ended. */
    public boolean isDrained() {
        return isDrained;
    }

    /** The message id of a marker. */
    private record Id(long number) {}
}
