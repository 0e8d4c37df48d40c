package io.eyewall.engine.multilang;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Kills a child that ought to say something and is silent for too long, be it that it does not
 * answer or that it does not even read: whoever reads from it or writes to it then gets on, with an
 * exception. Storm's components themselves would end this process, or go on waiting. Any thread may
 * call; the watching is done by one daemon thread for all children.
 */
final class ChildWatch {
    private final int silenceSecs;
    private Runnable onKilled = () -> {};
    private @Nullable ChildProcess process;
    private @Nullable ScheduledFuture<?> ticks;

    /** Waits for the child's first word, however long that takes; null when that has come. */
    private @Nullable Thread starter;

    private boolean expecting;
    private boolean killed;
    private boolean closed;

    /** Counted, not by the clock: while this process is stopped, so is the count. */
    private int silentSecs;

    ChildWatch(int silenceSecs) {
        this.silenceSecs = silenceSecs;
    }

    /** Has this called, by the thread that watches, when the child was killed. */
    synchronized void onKilled(Runnable onKilled) {
        this.onKilled = onKilled;
    }

    /**
     * The process is there, and the calling thread waits for its first word, as long as it may
     * take. When that thread is interrupted, which the wait does not feel, nobody wants the child
     * any more.
     */
    synchronized void onStarted(ProcessHandle handle) {
        begin(handle);
        starter = Thread.currentThread();
        tickEachSecond();
    }

    private void begin(ProcessHandle handle) {
        if (process == null) {
            process = new ChildProcess(handle, this::close);
        }
    }

    private void tickEachSecond() {
        if (!closed && ticks == null) {
            ticks = ChildTimer.TIMER.scheduleWithFixedDelay(this::tick, 1, 1, TimeUnit.SECONDS);
        }
    }

    /**
     * The child has said its first word, and from now on has to answer.
     *
     * @param pid which process it says it is; null if its serializer doesn't tell
     */
    synchronized void onConnected(@Nullable Number pid) {
        starter = null;
        if (pid != null) {
            ProcessHandle.of(pid.longValue()).ifPresent(this::begin);
        }
        tickEachSecond();
    }

    private void tick() {
        Runnable afterwards;
        synchronized (this) {
            if (starter != null && starter.isInterrupted() && process != null) {
                process.kill(); // its end is told to whoever waits
            }
            if (!expecting || closed || killed || ++silentSecs <= silenceSecs || process == null) {
                return;
            }
            killed = true;
            process.kill();
            afterwards = onKilled;
        }
        afterwards.run();
    }

    /** Whether the child has to say something, from now on or no longer. */
    synchronized void setExpecting(boolean expecting) {
        this.expecting = expecting;
        silentSecs = 0;
    }

    synchronized void onMessage() {
        silentSecs = 0;
    }

    synchronized boolean hasKilled() {
        return killed;
    }

    /** Why it was killed. */
    IllegalStateException silence(@Nullable Throwable end) {
        return new IllegalStateException(
                "the child process sent nothing for "
                        + silenceSecs
                        + " s, not even an answer, and was killed; raise"
                        + " topology.subprocess.timeout.secs if it works that long without"
                        + " reading or writing",
                end);
    }

    /** The child's process, or null if it is gone or not known. */
    synchronized @Nullable ProcessHandle process() {
        return process == null ? null : process.handle();
    }

    /** Nothing is expected any more. */
    synchronized void close() {
        closed = true;
        if (ticks != null) {
            ticks.cancel(false);
        }
    }

    /** Has the process ended, kindly first; does not wait. */
    void end() {
        close();
        ChildProcess ended;
        synchronized (this) {
            ended = process;
        }
        if (ended != null) {
            ended.end();
        }
    }
}
