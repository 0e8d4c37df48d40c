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
 * A task in a process of its own. Answers come when they come: the task's thread is called back. A
 * process that crashes, is killed, or writes nonsense is replaced by a new one; what it said
 * before, whole batches, still counts.
 */
final class ChildHandle extends TaskHandle {
    /** The opening is one; a process that has worked off no more has done no work. */
    private static final int OPENING_BATCHES = 1;

    /** One that it works on, one that it finds then. */
    private static final int ENOUGH_BATCHES = 2;

    /** Of what it says, before others have their turn. */
    private static final int MOST_HEARD_BYTES = 128 << 10;

    private static final long CLOSE_LIMIT_NS = TimeUnit.SECONDS.toNanos(5);

    /** A child in Python might not see at once that we wait. */
    private static final long NAP_MS = 20;

    private final ChildStarts<ChildTask> starts;
    private final TaskOpening opening;

    private ChildTask child;
    private int generation;
    private boolean closing;

    /** When it is not waited for any longer, once it is closing. */
    private long closeEndNs;

    /** Batches since the child began: handed over, and worked off as it says. */
    private long sent;

    private long done;

    private ChildHandle(
            String name, TaskOpening opening, Supplier<ChildTask> start, ChildStarts.Pause pause) {
        super(name, opening);
        this.opening = opening;
        this.starts = new ChildStarts<>(name, log, start, pause);
        this.child = starts.first();
    }

    static ChildHandle start(String name, ChildCommand command, TaskOpening opening) {
        ChildHandle handle =
                new ChildHandle(
                        name,
                        opening,
                        () -> ChildTask.start(command, watchName(opening), opening.waker()),
                        Thread::sleep);
        handle.tellSettings(opening.streams(), opening.conf(), opening.context());
        return handle;
    }

    private static String watchName(TaskOpening opening) {
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
     * Batches grow while the child is busy: each costs both sides a wake-up, and small ones bring
     * small ones about, for a few acks let a spout emit a few.
     */
    @Override
    void exchangeUnlessBusy(Consumer<FrameReader> onFrame) {
        if (sent - done >= ENOUGH_BATCHES && !child.isEnded()) {
            try {
                listen(onFrame);
            } catch (CorruptRingException | BadFrameException e) {
                writer.clear();
                if (!closing) {
                    restart(nonsense(e));
                }
            }
        }
        if (sent - done < ENOUGH_BATCHES || child.isEnded()) {
            exchange(onFrame);
        }
    }

    /** Null, or how the child has come to its end. */
    private @Nullable String exchangeOnce(Consumer<FrameReader> onFrame) {
        try {
            ByteBuffer frames = writer.frames();
            if (frames.position() > 0) {
                sent++;
                send(frames.flip(), onFrame);
            }
            boolean ended = child.isEnded(); // first: then all that it has said is there
            listen(onFrame);
            return ended ? "its process " + child.end() : null;
        } catch (CorruptRingException | BadFrameException e) {
            return nonsense(e);
        } finally {
            writer.clear();
        }
    }

    private static String nonsense(RuntimeException e) {
        return "its process wrote nonsense: " + e.getMessage();
    }

    private void send(ByteBuffer frames, Consumer<FrameReader> onFrame) {
        child.write(frames);
        while (frames.hasRemaining() && !child.isEnded() && !isOverdue()) {
            if (!listen(onFrame)) {
                await(NAP_MS);
            }
            child.write(frames);
        }
    }

    private boolean isOverdue() {
        return closing && System.nanoTime() - closeEndNs >= 0;
    }

    /**
     * Tells of what it has said. One that has ended has no more than that; one that never stops
     * speaking must not keep this thread for ever: then it comes back for the rest.
     */
    private boolean listen(Consumer<FrameReader> onFrame) {
        boolean ended = child.isEnded();
        long heard = 0;
        for (ByteBuffer said = poll(); said != null; said = poll()) {
            heard += Math.max(said.remaining(), 1);
            tell(said, onFrame);
            child.release();
            if (heard >= MOST_HEARD_BYTES && !ended) {
                opening.waker().run();
                break;
            }
        }
        return heard > 0;
    }

    private @Nullable ByteBuffer poll() {
        try {
            return child.poll();
        } catch (NativeTaskException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    private void await(long limitMs) {
        try {
            child.await(limitMs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw wrong("interrupted while its process was busy");
        }
    }

    private void restart(String why) {
        child.close();
        child = starts.next(why, done > OPENING_BATCHES);
        generation++;
        sent = 0;
        done = 0;
        tellSettings(opening.streams(), opening.conf(), opening.context());
        opening.onCrash().accept(why);
    }

    @Override
    void exchangeLast(Consumer<FrameReader> onFrame) {
        closing = true;
        closeEndNs = System.nanoTime() + CLOSE_LIMIT_NS;
        exchange(onFrame);
        while (!isIdle() && !child.isEnded()) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(closeEndNs - System.nanoTime());
            if (leftMs <= 0) {
                log.warn("{}: its process is still busy after 5 s, and is killed", name);
                child.kill(); // who ends a topology doesn't wait much longer
                return;
            }
            await(leftMs);
            exchange(onFrame);
        }
    }

    @Override
    boolean isIdle() {
        return done == sent;
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
    void onDone(long batches) {
        if (batches < done || batches > sent) {
            throw new BadFrameException(
                    "it claims to have worked off " + batches + " of " + sent + " batches");
        }
        done = batches;
    }

    @Override
    public void close() {
        closing = true;
        child.close();
    }
}
