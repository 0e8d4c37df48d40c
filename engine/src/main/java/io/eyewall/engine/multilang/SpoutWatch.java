package io.eyewall.engine.multilang;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Kills the child of a spout that has been asked something and is silent for too long: the spout's
 * call then ends with an exception. {@code ShellSpout} itself would end this process. Any thread
 * may call; the watching is done by one daemon thread for all spouts.
 */
final class SpoutWatch {
    private static final ScheduledExecutorService WATCHER =
            Executors.newSingleThreadScheduledExecutor(
                    command -> {
                        Thread thread = new Thread(command, "eyewall-shell-watch");
                        thread.setDaemon(true);
                        return thread;
                    });

    private final int silenceSecs;
    private @Nullable ProcessHandle process;
    private @Nullable ScheduledFuture<?> ticks;
    private boolean asked;
    private boolean killed;

    /** Counted, not by the clock: while this process is stopped, so is the count. */
    private int silentSecs;

    SpoutWatch(int silenceSecs) {
        this.silenceSecs = silenceSecs;
    }

    synchronized void onConnected(long pid) {
        process = ProcessHandle.of(pid).orElse(null);
        ticks = WATCHER.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
    }

    private synchronized void tick() {
        if (asked && ++silentSecs > silenceSecs && process != null) {
            killed = true;
            process.destroyForcibly();
        }
    }

    /** The child is asked something, or has answered. */
    synchronized void setAsked(boolean asked) {
        this.asked = asked;
        silentSecs = 0;
    }

    synchronized void onMessage() {
        silentSecs = 0;
    }

    synchronized boolean hasKilled() {
        return killed;
    }

    /** The child's process, or null if it is gone or never said. */
    synchronized @Nullable ProcessHandle process() {
        return process;
    }

    synchronized void close() {
        if (ticks != null) {
            ticks.cancel(false);
        }
    }
}
