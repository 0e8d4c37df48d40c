package io.eyewall.engine.multilang;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Limits the tuples that are in transit to a bolt's child process. Tuples are written ahead of the
 * child's work, but only a few: a child that waits for the task ids of an emit reads and keeps all
 * tuples that come before them, so that without a limit each emit would make it read a whole pipe
 * full of tuples, and its memory would grow.
 *
 * <p>Heartbeats show what a child has read, because it answers them in order, as the protocol
 * demands of every child. The engine writes a heartbeat, a <em>mark</em>, after every few tuples;
 * the answer to it shows that the child has read everything before it. Acks do not show this,
 * because a bolt may keep tuples as long as it likes before it acks them.
 *
 * <p>Three threads use an instance: the executor's sends tuples, one writes them, and one reads the
 * child's messages.
 */
final class ChildPace {
    private final int maxInTransit;
    private final int tuplesPerMark;

    private long sent;
    private long written;
    private long read;
    private long lastMark;

    /** For each unanswered heartbeat, the number of tuples that were written before it. */
    private final ArrayDeque<Long> marks = new ArrayDeque<>();

    private @Nullable Throwable death;
    private boolean outputEnded;
    private boolean closing;

    /**
     * Creates the pace of a child that has received nothing.
     *
     * @param maxInTransit limit on the tuples in transit to the child
     */
    ChildPace(int maxInTransit) {
        this.maxInTransit = maxInTransit;
        this.tuplesPerMark = Math.max(1, maxInTransit / 4);
    }

    /**
     * Waits until the child may receive one more tuple, and counts the tuple.
     *
     * @return the cause of the child's death, or null if it is alive
     * @throws InterruptedException if the executor is being closed
     */
    synchronized @Nullable Throwable awaitRoom() throws InterruptedException {
        while (death == null && sent - read >= maxInTransit) {
            wait();
        }
        sent++;
        return death;
    }

    /** Counts a tuple that is about to be written. Returns whether a mark is due after it. */
    synchronized boolean onTuple() {
        written++;
        return written - lastMark >= tuplesPerMark;
    }

    /** Registers a heartbeat, the engine's or {@code ShellBolt}'s, that is about to be written. */
    synchronized void onHeartbeat() {
        lastMark = written;
        marks.add(written);
    }

    /** Registers that the child has answered the oldest heartbeat. */
    synchronized void onHeartbeatAnswered() {
        Long mark = marks.poll();
        if (mark != null) { // null if a child syncs without a heartbeat
            read = mark;
            notifyAll();
        }
    }

    /** Registers that the child's output has ended; {@link #onDeath} follows. */
    synchronized void onOutputEnded() {
        outputEnded = true;
    }

    synchronized boolean hasOutputEnded() {
        return outputEnded;
    }

    /** Registers that the child is dead and receives no more tuples. */
    synchronized void onDeath(Throwable cause) {
        if (death == null) {
            death = cause;
            notifyAll();
        }
    }

    /**
     * Announces that the child is being stopped: failures of its pipes are expected from now on.
     */
    synchronized void close() {
        closing = true;
        notifyAll();
    }

    synchronized boolean isClosing() {
        return closing;
    }

    /** Waits until the child is being stopped. */
    synchronized void awaitClosing() throws InterruptedException {
        while (!closing) {
            wait();
        }
    }
}
