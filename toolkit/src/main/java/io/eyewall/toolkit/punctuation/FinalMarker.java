package io.eyewall.toolkit.punctuation;

import java.util.concurrent.TimeUnit;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.utils.Time;

/**
 * The end of a spout's stream, as a spout that has one uses it. It sends the final marker after the
 * last tuple, as a message that is acked when all bolts behind have ended; once more if tuples
 * failed and were emitted again after it. Bolts wait then for their other senders to do so, too:
 * what joins two streams fails in both. When that takes longer than a second, or fails, the marker
 * is sent so that it waits for nobody. What the spout has to do:
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

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);

    private final SpoutOutputCollector collector;
    private long sent;
    private long sentNs;
    private boolean isInsistent;
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

    /** Whether an acked message is the marker; what else is to be done then is done. */
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

    /** Whether a failed message is the marker; it is sent again then. */
    public boolean isFailed(Object messageId) {
        if (!(messageId instanceof Id id)) {
            return false;
        }
        if (id.number() == sent) {
            isWanted = true;
            isInsistent = true; // it may have failed for waiting
        }
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
