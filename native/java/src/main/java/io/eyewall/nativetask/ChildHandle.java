package io.eyewall.nativetask;

import io.eyewall.nativetask.child.ChildCommand;
import io.eyewall.nativetask.child.ChildTask;
import io.eyewall.nativetask.frame.BadFrameException;
import io.eyewall.nativetask.frame.FrameReader;
import io.eyewall.nativetask.ring.CorruptRingException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A task in a child process. Its output arrives asynchronously: the opening's waker then requests a
 * call on the task's thread. A process that crashes, is killed, or writes invalid frames is
 * replaced by a new one; whole batches that it wrote before are still processed.
 */
final class ChildHandle extends TaskHandle {
    /** The opening is the first batch; a process that completed no further batch did no work. */
    private static final int OPENING_BATCHES = 1;

    /** Batches in flight that keep a child busy: one being processed, one queued. */
    private static final int BUSY_BATCHES = 2;

    /** Most output bytes processed in one call, so that other executors get their slices. */
    private static final int MAX_DRAIN_BYTES = 128 << 10;

    private static final long CLOSE_LIMIT_NS = TimeUnit.SECONDS.toNanos(5);

    /**
     * Wait between attempts to write; a child in Python may be late to notice that this side waits.
     */
    private static final long WRITE_RETRY_MS = 20;

    private final ChildStarts<ChildTask> childStarts;
    private final NativeTaskOpening opening;

    private ChildTask child;
    private int generation;
    private boolean closing;

    /** Time at which waiting for a closing child ends. */
    private long closeDeadlineNs;

    /** The number of batches handed over to the current child. */
    private long sentBatches;

    /** The number of these batches that the child has reported as processed. */
    private long processedBatches;

    private ChildHandle(
            String name,
            NativeTaskOpening opening,
            Supplier<ChildTask> start,
            ChildStarts.Sleeper sleeper) {
        super(name, opening);
        this.opening = opening;
        this.childStarts = new ChildStarts<>(name, log, start, sleeper);
        this.child = childStarts.startFirst();
    }

    static ChildHandle start(String name, ChildCommand command, NativeTaskOpening opening) {
        ChildHandle handle =
                new ChildHandle(
                        name,
                        opening,
                        () -> ChildTask.start(command, threadNameSuffix(opening), opening.waker()),
                        Thread::sleep);
        handle.writeSettings(opening.streams(), opening.conf(), opening.context());
        return handle;
    }

    private static String threadNameSuffix(NativeTaskOpening opening) {
        return opening.context().getThisComponentId() + "-" + opening.context().getThisTaskId();
    }

    @Override
    void exchange(Consumer<FrameReader> onFrame) {
        String crash;
        do {
            crash = exchangeOnce(onFrame);
            if (crash != null && !closing) {
                restart(crash);
            }
        } while (crash != null && !closing);
    }

    /**
     * Hands over only if the child has fewer than two batches, so that batches grow while it is
     * busy. Each batch costs both sides a wake-up, and small batches cause more small batches: a
     * few acks let a spout emit a few tuples.
     */
    @Override
    void exchangeUnlessBusy(Consumer<FrameReader> onFrame) {
        if (sentBatches - processedBatches >= BUSY_BATCHES && !child.isEnded()) {
            try {
                drainOutput(onFrame);
            } catch (CorruptRingException | BadFrameException e) {
                writer.clear();
                if (!closing) {
                    restart(describeInvalidData(e));
                }
            }
        }
        if (sentBatches - processedBatches < BUSY_BATCHES || child.isEnded()) {
            exchange(onFrame);
        }
    }

    /** Exchanges once; returns the reason for the child's end, or null while it runs. */
    private @Nullable String exchangeOnce(Consumer<FrameReader> onFrame) {
        try {
            ByteBuffer frames = writer.frames();
            if (frames.position() > 0) {
                sentBatches++;
                send(frames.flip(), onFrame);
            }
            boolean ended =
                    child.isEnded(); // read before polling, so that all of its output is available
            drainOutput(onFrame);
            return ended ? "its process " + child.describeEnd() : null;
        } catch (CorruptRingException | BadFrameException e) {
            return describeInvalidData(e);
        } finally {
            writer.clear();
        }
    }

    private static String describeInvalidData(RuntimeException e) {
        return "its process wrote invalid data: " + e.getMessage();
    }

    private void send(ByteBuffer frames, Consumer<FrameReader> onFrame) {
        child.write(frames);
        while (frames.hasRemaining() && !child.isEnded() && !isOverdue()) {
            if (!drainOutput(onFrame)) {
                awaitChild(WRITE_RETRY_MS);
            }
            child.write(frames);
        }
    }

    private boolean isOverdue() {
        return closing && System.nanoTime() - closeDeadlineNs >= 0;
    }

    /**
     * Dispatches the child's output; returns whether there was any. A live child could write
     * without end and occupy this thread for ever, so a call stops after {@link #MAX_DRAIN_BYTES}
     * and wakes itself up for the rest. The output of an ended child is finite and is read
     * completely.
     */
    private boolean drainOutput(Consumer<FrameReader> onFrame) {
        boolean ended = child.isEnded();
        long drainedBytes = 0;
        for (ByteBuffer output = poll(); output != null; output = poll()) {
            drainedBytes += Math.max(output.remaining(), 1);
            dispatch(output, onFrame);
            child.release();
            if (drainedBytes >= MAX_DRAIN_BYTES && !ended) {
                opening.waker().run();
                break;
            }
        }
        return drainedBytes > 0;
    }

    private @Nullable ByteBuffer poll() {
        try {
            return child.poll();
        } catch (NativeTaskException e) {
            throw taskFailure(String.valueOf(e.getMessage()));
        }
    }

    private void awaitChild(long limitMs) {
        try {
            child.await(limitMs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw taskFailure("interrupted while its process was busy");
        }
    }

    private void restart(String reason) {
        child.close();
        child = childStarts.replace(reason, processedBatches > OPENING_BATCHES);
        generation++;
        sentBatches = 0;
        processedBatches = 0;
        writeSettings(opening.streams(), opening.conf(), opening.context());
        opening.onCrash().accept(reason);
    }

    @Override
    void exchangeLast(Consumer<FrameReader> onFrame) {
        closing = true;
        closeDeadlineNs = System.nanoTime() + CLOSE_LIMIT_NS;
        exchange(onFrame);
        while (!isIdle() && !child.isEnded()) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(closeDeadlineNs - System.nanoTime());
            if (leftMs <= 0) {
                log.warn("{}: killing its process, which is still busy 5 s after close", name);
                child.kill(); // the thread that ends the topology does not wait much longer
                return;
            }
            awaitChild(leftMs);
            exchange(onFrame);
        }
    }

    @Override
    boolean isIdle() {
        return processedBatches == sentBatches;
    }

    @Override
    boolean isLocal() {
        return false;
    }

    @Override
    int generation() {
        return generation;
    }

    @Override
    void onProcessed(long batches) {
        if (batches < processedBatches || batches > sentBatches) {
            throw new BadFrameException(
                    "reported " + batches + " batches as processed, but was sent " + sentBatches);
        }
        processedBatches = batches;
    }

    @Override
    public void close() {
        closing = true;
        child.close();
    }
}
