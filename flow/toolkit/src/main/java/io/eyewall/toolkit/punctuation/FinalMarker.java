package io.eyewall.toolkit.punctuation;

import java.util.concurrent.TimeUnit;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.utils.Time;

/**
 * Signals the end of a spout's stream, for spouts that have an end. It sends the final marker after
 * the last tuple, as a message that is acked when all bolts behind the spout have ended. If tuples
 * failed and were emitted again after the marker, it sends another one. The first time, and
 * normally after a replay as well, bolts wait for the marker of each of their senders, because a
 * tuple that joins two streams fails in both. If a repeated marker is not acked within a second, or
 * a marker fails, it is sent again as an insistent one, at which bolts wait for no other sender.
 * The spout must call:
 *
 * <ul>
 *   <li>{@link #emitted} after each emit;
 *   <li>{@link #atEnd} in each {@code nextTuple} that has nothing left to emit at the end of the
 *       source;
 *   <li>{@link #isAcked} and {@link #isFailed} first in {@code ack} and {@code fail}: if they
 *       return true the message was the marker;
 *   <li>{@link #pending} when the number of its messages in flight has changed.
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

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);

    private final SpoutOutputCollector collector;
    private long sent;
    private long sentNs;
    private boolean isInsistent;
    private boolean isWanted = true;
    private boolean isAnswered;
    private int pending;
    private volatile boolean isDrained;

    /** Creates the marker and registers the gauge; to be called in {@code open}. */
    public FinalMarker(TopologyContext context, SpoutOutputCollector collector) {
        this.collector = collector;
        context.registerGauge(GAUGE, () -> isDrained ? 1 : 0);
    }

    /** Records that the spout has emitted a tuple, so that another marker has to follow. */
    public void emitted() {
        isWanted = true;
        isDrained = false;
    }

    /**
     * Sends the marker unless it has been sent since the last tuple; the spout has nothing left to
     * emit unless a message fails.
     */
    public void atEnd() {
        if (isWanted) {
            isWanted = false;
            isAnswered = false;
            send(isInsistent);
        } else if (sent > 1 && !isAnswered && !isInsistent && isPatienceOver()) {
            send(true);
        }
        update();
    }

    private boolean isPatienceOver() {
        return Time.nanoTime() - sentNs >= PATIENCE_NS;
    }

    private void send(boolean insistent) {
        sent++;
        sentNs = Time.nanoTime();
        isInsistent = insistent;
        long number = insistent ? Punctuation.insistent(sent) : sent;
        collector.emit(Punctuation.STREAM, Punctuation.values(Marker.FINAL, number), new Id(sent));
    }

    /**
     * Returns whether an acked message is the marker. If so, this object has handled the ack
     * completely.
     */
    public boolean isAcked(Object messageId) {
        if (!(messageId instanceof Id id)) {
            return false;
        }
        if (id.number() == sent) {
            isAnswered = true;
            isInsistent = false;
        }
        update();
        return true;
    }

    /** Returns whether a failed message is the marker. If so, the marker will be sent again. */
    public boolean isFailed(Object messageId) {
        if (!(messageId instanceof Id id)) {
            return false;
        }
        if (id.number() == sent) {
            isWanted = true;
            isInsistent = true; // it may have failed because a bolt waited for other senders
        }
        return true;
    }

    /** Sets the number of the spout's messages that are neither acked nor given up. */
    public void pending(int messages) {
        pending = messages;
        update();
    }

    private void update() {
        isDrained = isAnswered && !isWanted && pending == 0;
    }

    /** Returns whether all messages are acked and all bolts behind the spout have ended. */
    public boolean isDrained() {
        return isDrained;
    }

    /** The message id of a marker. */
    private record Id(long number) {}
}
