package io.eyewall.engine.multilang;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Kills a child process that is expected to send something and is silent for too long, because it
 * does not answer or does not even read. Threads that read from or write to the child then continue
 * with an exception. Storm's components themselves would end this process or wait for ever. Any
 * thread may call; one daemon thread watches all children.
 */
final class ChildWatch {
    private final int silenceSecs;
    private Runnable onKilled = () -> {};
    private @Nullable ChildProcess process;
    private @Nullable ScheduledFuture<?> tickTimer;

    /**
     * The thread that waits for the child's first message, however long that takes; null after the
     * message.
     */
    private @Nullable Thread starter;

    private boolean isMessageExpected;
    private boolean killed;
    private boolean closed;

    /**
     * Seconds since the child's last message. Ticks count them, not the clock, so that the count
     * stands still while this process is stopped.
     */
    private int silentSecs;

    ChildWatch(int silenceSecs) {
        this.silenceSecs = silenceSecs;
    }

    /** Sets the action that the watching thread runs after it has killed the child. */
    synchronized void setOnKilled(Runnable onKilled) {
        this.onKilled = onKilled;
    }

    /**
     * Registers the process. The calling thread then waits for the child's first message without a
     * limit. Interrupting that thread does not end its wait, but means that the child is no longer
     * needed.
     */
    synchronized void onStarted(ProcessHandle handle) {
        register(handle);
        starter = Thread.currentThread();
        startTickTimer();
    }

    private void register(ProcessHandle handle) {
        if (process == null) {
            process = new ChildProcess(handle, this::close);
        }
    }

    private void startTickTimer() {
        if (!closed && tickTimer == null) {
            tickTimer = ChildTimer.TIMER.scheduleWithFixedDelay(this::tick, 1, 1, TimeUnit.SECONDS);
        }
    }

    /**
     * Registers the child's first message; from now on the child has to answer.
     *
     * @param pid the process id that the child reports; null if its serializer does not report one
     */
    synchronized void onConnected(@Nullable Number pid) {
        starter = null;
        if (pid != null) {
            ProcessHandle.of(pid.longValue()).ifPresent(this::register);
        }
        startTickTimer();
    }

    private void tick() {
        Runnable afterwards;
        synchronized (this) {
            if (starter != null && starter.isInterrupted() && process != null) {
                process.kill(); // its end wakes the waiting thread
            }
            if (!isMessageExpected
                    || closed
                    || killed
                    || ++silentSecs <= silenceSecs
                    || process == null) {
                return;
            }
            killed = true;
            process.kill();
            afterwards = onKilled;
        }
        afterwards.run();
    }

    /** Sets whether the child has to send something from now on. */
    synchronized void setMessageExpected(boolean isMessageExpected) {
        this.isMessageExpected = isMessageExpected;
        silentSecs = 0;
    }

    synchronized void onMessage() {
        silentSecs = 0;
    }

    synchronized boolean hasKilled() {
        return killed;
    }

    /** Returns an exception whose message explains why the child was killed. */
    IllegalStateException silenceException(@Nullable Throwable end) {
        return new IllegalStateException(
                "the child process sent nothing for "
                        + silenceSecs
                        + " s, not even an answer, and was killed; raise"
                        + " topology.subprocess.timeout.secs if it works that long without"
                        + " reading or writing",
                end);
    }

    /** Returns the child's process; null if it is unknown. */
    synchronized @Nullable ProcessHandle process() {
        return process == null ? null : process.handle();
    }

    /** Stops watching. */
    synchronized void close() {
        closed = true;
        if (tickTimer != null) {
            tickTimer.cancel(false);
        }
    }

    /** Stops watching and ends the process, which gets time to end itself; does not wait. */
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
