package io.eyewall.web;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A few daemon threads for requests that may block, with a bounded queue. The threads end when
 * idle. Any thread may call.
 */
final class WebThreads implements Executor, AutoCloseable {
    private static final int THREADS = 4;
    private static final int MAX_QUEUED = 256;
    private static final long IDLE_SECS = 30;
    private static final long CLOSE_LIMIT_SECS = 5;

    private final ThreadPoolExecutor threadPool;

    WebThreads() {
        AtomicInteger number = new AtomicInteger();
        ThreadFactory daemons =
                command -> {
                    Thread thread = new Thread(command, "eyewall-web-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                };
        threadPool =
                new ThreadPoolExecutor(
                        THREADS,
                        THREADS,
                        IDLE_SECS,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(MAX_QUEUED),
                        daemons);
        threadPool.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs a command on one of the threads later.
     *
     * @throws RejectedExecutionException if the queue is full
     */
    @Override
    public void execute(Runnable command) {
        threadPool.execute(command);
    }

    @Override
    public void close() {
        threadPool.shutdownNow();
        try {
            threadPool.awaitTermination(CLOSE_LIMIT_SECS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
