package io.eyewall.cluster.generator;

import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.plugin.wire.ClusterView;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread {@code eyewall-generator}, which owns a {@link ScheduleGenerator}. Any thread may
 * call: other threads pass views and commands to it, and read the state that it has published. They
 * do not wait for an evaluation unless they submit one and wait for its result.
 */
final class GeneratorLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GeneratorLoop.class);
    private static final int MAX_COMMANDS = 64;
    private static final long POLL_MS = 500;
    private static final long CLOSE_LIMIT_MS = 10_000;
    private static final long STUCK_AFTER_NS = TimeUnit.MINUTES.toNanos(10);

    private final ScheduleGenerator generator;
    private final @Nullable Path plugins;
    private final BlockingQueue<Command<?>> commands = new LinkedBlockingQueue<>(MAX_COMMANDS);
    private final AtomicReference<@Nullable ClusterView> views = new AtomicReference<>();
    private final Thread thread = new Thread(this::run, "eyewall-generator");
    private final long startMs = System.currentTimeMillis();
    private final long startNs = System.nanoTime();

    private volatile Published published;
    private volatile long iterationNs = System.nanoTime();
    private volatile boolean closed;

    /**
     * The state that other threads may read. Immutable.
     *
     * @param version grows with each state, and across restarts of the process; HTTP clients
     *     compare it
     */
    record Published(ClusterPlan plan, String planJson, ScheduleStatus status, long version) {
        static Published of(ScheduleGenerator generator, long version) {
            ClusterPlan plan = generator.plan();
            return new Published(plan, plan.toJson(), generator.status(), version);
        }
    }

    /** An operation on the generator, which the generator's thread runs. */
    interface Work<T> {
        T run(ScheduleGenerator generator, long nowMs) throws Exception;
    }

    /** An operation that was submitted, and the future of its result. */
    private record Command<T>(Work<T> work, CompletableFuture<T> result) {
        @SuppressWarnings("CatchingUnchecked") // the caller waits for the failure, too
        void run(ScheduleGenerator generator, long nowMs) {
            try {
                result.complete(work.run(generator, nowMs));
            } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
                result.completeExceptionally(e);
            }
        }
    }

    /**
     * Creates the loop; {@link #start} starts its thread.
     *
     * @param generator the generator; from now on only this loop's thread uses it, and {@link
     *     #close} closes it
     */
    GeneratorLoop(ScheduleGenerator generator) {
        this.generator = generator;
        this.plugins = generator.plugins();
        this.published = Published.of(generator, startMs);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Returns the latest published state. */
    Published published() {
        return published;
    }

    /** Returns the folder of jars with further algorithms; null for none. */
    @Nullable Path plugins() {
        return plugins;
    }

    /**
     * Passes a view to the generator, in place of one that it has not accepted yet. Never blocks.
     */
    void offer(ClusterView view) {
        views.set(view);
    }

    /**
     * Queues an operation, and returns the future of its result. The future fails if the queue is
     * full or the loop is closed.
     */
    <T> CompletableFuture<T> submit(Work<T> work) {
        Command<T> command = new Command<>(work, new CompletableFuture<>());
        if (closed || !commands.offer(command)) {
            command.result()
                    .completeExceptionally(
                            new IllegalStateException(
                                    closed
                                            ? "the generator is closing"
                                            : "too many requests wait for the generator"));
        }
        return command.result();
    }

    /**
     * Returns whether the thread is alive, and has not spent more than ten minutes in one
     * iteration.
     */
    boolean isAlive() {
        return thread.isAlive() && System.nanoTime() - iterationNs < STUCK_AFTER_NS;
    }

    private void run() {
        while (!closed) {
            try {
                iterate(commands.poll(POLL_MS, TimeUnit.MILLISECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException
                    | LinkageError
                    | StackOverflowError
                    | OutOfMemoryError
                    | AssertionError e) {
                LOG.error("one iteration of the generator failed; it continues", e);
            }
        }
    }

    private void iterate(@Nullable Command<?> command) {
        iterationNs = System.nanoTime();
        ClusterView view = views.getAndSet(null);
        if (view != null) {
            generator.onView(view);
        }
        if (command != null) {
            command.run(generator, nowMs());
        }
        boolean evaluated = generator.step(nowMs());
        if (view != null || command != null || evaluated) {
            published = Published.of(generator, published.version() + 1);
        }
    }

    /** Returns the time; it never decreases, even if the machine's clock is changed. */
    private long nowMs() {
        return startMs + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
    }

    /** Ends the thread, and waits up to ten seconds for its end. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(CLOSE_LIMIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (Command<?> queued = commands.poll(); queued != null; queued = commands.poll()) {
            queued.result()
                    .completeExceptionally(new IllegalStateException("the generator is closed"));
        }
        generator.close();
    }
}
