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
 * The thread {@code eyewall-generator}, which owns a {@link Generator}. Others leave views and
 * commands, and read what it has published; they never wait for a plan to be found, unless they ask
 * for that.
 */
final class GeneratorLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GeneratorLoop.class);
    private static final int MOST_COMMANDS = 64;
    private static final long TURN_MS = 500;
    private static final long CLOSING_MS = 10_000;
    private static final long ALIVE_NS = TimeUnit.MINUTES.toNanos(10);

    private final Generator generator;
    private final @Nullable Path plugins;
    private final BlockingQueue<Command<?>> commands = new LinkedBlockingQueue<>(MOST_COMMANDS);
    private final AtomicReference<@Nullable ClusterView> views = new AtomicReference<>();
    private final Thread thread = new Thread(this::run, "eyewall-generator");
    private final long startMs = System.currentTimeMillis();
    private final long startNs = System.nanoTime();

    private volatile Published published;
    private volatile long turnNs = System.nanoTime();
    private volatile boolean closed;

    /**
     * The state that other threads may read.
     *
     * @param version differs from that of all others, also of other processes
     */
    record Published(ClusterPlan plan, String planJson, ScheduleStatus status, long version) {
        static Published of(Generator generator, long version) {
            ClusterPlan plan = generator.plan();
            return new Published(plan, plan.toJson(), generator.status(), version);
        }
    }

    /** Something to be done by the owner. */
    interface Work<T> {
        T run(Generator generator, long nowMs) throws Exception;
    }

    private record Command<T>(Work<T> work, CompletableFuture<T> answer) {
        @SuppressWarnings("CatchingUnchecked") // whatever it is, somebody waits for it
        void run(Generator generator, long nowMs) {
            try {
                answer.complete(work.run(generator, nowMs));
            } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
                answer.completeExceptionally(e);
            }
        }
    }

    /**
     * @param generator is this one's from now on
     */
    GeneratorLoop(Generator generator) {
        this.generator = generator;
        this.plugins = generator.plugins();
        this.published = Published.of(generator, startMs);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Returns the latest state. */
    Published published() {
        return published;
    }

    /** Returns the folder of further algorithms; null for none. */
    @Nullable Path plugins() {
        return plugins;
    }

    /** Leaves a view; one that was not looked at yet is forgotten for it. Never waits. */
    void offer(ClusterView view) {
        views.set(view);
    }

    /** Has something done; the answer comes later. Fails if too much waits already. */
    <T> CompletableFuture<T> submit(Work<T> work) {
        Command<T> command = new Command<>(work, new CompletableFuture<>());
        if (closed || !commands.offer(command)) {
            command.answer()
                    .completeExceptionally(
                            new IllegalStateException(
                                    closed
                                            ? "the generator is closing"
                                            : "too many requests wait for the generator"));
        }
        return command.answer();
    }

    /** Whether the thread lives, and is not stuck in an algorithm. */
    boolean isAlive() {
        return thread.isAlive() && System.nanoTime() - turnNs < ALIVE_NS;
    }

    private void run() {
        while (!closed) {
            try {
                turn(commands.poll(TURN_MS, TimeUnit.MILLISECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException
                    | LinkageError
                    | StackOverflowError
                    | OutOfMemoryError
                    | AssertionError e) {
                LOG.error("the generator met with this, and goes on", e);
            }
        }
    }

    private void turn(@Nullable Command<?> command) {
        turnNs = System.nanoTime();
        ClusterView view = views.getAndSet(null);
        if (view != null) {
            generator.onView(view);
        }
        if (command != null) {
            command.run(generator, nowMs());
        }
        boolean looked = generator.step(nowMs());
        if (view != null || command != null || looked) {
            published = Published.of(generator, published.version() + 1);
        }
    }

    /** Goes forward, whatever is done to the machine's clock. */
    private long nowMs() {
        return startMs + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
    }

    /** Ends the thread, and waits for it. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(CLOSING_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (Command<?> left = commands.poll(); left != null; left = commands.poll()) {
            left.answer().completeExceptionally(new IllegalStateException("the generator closes"));
        }
        generator.close();
    }
}
