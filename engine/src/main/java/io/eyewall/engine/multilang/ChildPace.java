package io.eyewall.engine.multilang;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * How far a bolt's child has come. Tuples are written to it ahead of its work, but only so many: a
 * child that waits for the task ids of an emit reads and keeps whatever comes before them, so that
 * without a limit each emit costs it a whole pipe full of tuples, and its memory grows.
 *
 * <p>What a child has read is known from heartbeats, which it answers in turn: the protocol asks
 * that of every child. After every few tuples goes a heartbeat, a <em>mark</em>; its answer says
 * that all before it was read. Acks would not do: a bolt may keep tuples as long as it likes.
 *
 * <p>Used by three threads: the executor's gives tuples, one writes them, one reads the child's
 * messages.
 */
final class ChildPace {
    private final int ahead;
    private final int markEvery;

    private long given;
    private long written;
    private long read;
    private long lastMark;

    /** For each heartbeat without answer, how many tuples were written before it. */
    private final ArrayDeque<Long> marks = new ArrayDeque<>();

    private @Nullable Throwable death;
    private boolean ended;
    private boolean closing;

    /**
     * @param ahead tuples that may be on their way to the child
     */
    ChildPace(int ahead) {
        this.ahead = ahead;
        this.markEvery = Math.max(1, ahead / 4);
    }

    /**
     * Waits until the child may have one more tuple, and counts it.
     *
     * @return null, or why the child is dead
     * @throws InterruptedException if the executor is being ended
     */
    synchronized @Nullable Throwable awaitRoom() throws InterruptedException {
        while (death == null && given - read >= ahead) {
            wait();
        }
        given++;
        return death;
    }

    /** A tuple is being written; says whether a mark is due after it. */
    synchronized boolean onTuple() {
        written++;
        return written - lastMark >= markEvery;
    }

    /** A heartbeat, of ours or of {@code ShellBolt}, is being written. */
    synchronized void onHeartbeat() {
        lastMark = written;
        marks.add(written);
    }

    /** The child answered the oldest heartbeat. */
    synchronized void onHeartbeatAnswered() {
        Long mark = marks.poll();
        if (mark != null) { // else a child that syncs without being asked
            read = mark;
            notifyAll();
        }
    }

    /** The child's messages ended; {@link #onDeath} follows. */
    synchronized void onEnd() {
        ended = true;
    }

    synchronized boolean isEnded() {
        return ended;
    }

    /** The child is gone; nothing may be given to it any more. */
    synchronized void onDeath(Throwable cause) {
        if (death == null) {
            death = cause;
            notifyAll();
        }
    }

    /** Its end is wanted: what happens to the pipes now is no failure. */
    synchronized void close() {
        closing = true;
        notifyAll();
    }

    synchronized boolean isClosing() {
        return closing;
    }

    /** Returns when its end is wanted. */
    synchronized void awaitClosing() throws InterruptedException {
        while (!closing) {
            wait();
        }
    }
}
