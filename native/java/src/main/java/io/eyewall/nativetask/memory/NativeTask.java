package io.eyewall.nativetask.memory;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A task of a native library, in this process. It owns the task's memory, from the constructor to
 * {@link #close}; the library is unloaded with its last task. One thread at a time.
 */
public final class NativeTask implements AutoCloseable {
    /** 0 when closed. */
    private long address;

    /**
     * Makes a task; {@link Bridge#load} must have been called.
     *
     * @param library a path
     * @param waker called by threads of the task's own, when they have said something
     * @throws io.eyewall.nativetask.NativeTaskException if it can't be made
     */
    public NativeTask(String library, String component, Runnable waker) {
        address = create(library, component, waker);
    }

    /**
     * Hands over whole frames, which the caller may change afterwards.
     *
     * @param frames direct memory; from 0 to its position
     * @return what the task threw, or null
     */
    public @Nullable String process(ByteBuffer frames) {
        return process(open(), frames, frames.position());
    }

    /**
     * Returns the task's output: whole frames, valid until the next call; null if there is none.
     */
    public @Nullable ByteBuffer output() {
        return output(open());
    }

    private long open() {
        if (address == 0) {
            throw new IllegalStateException("the native task is closed");
        }
        return address;
    }

    @Override
    public void close() {
        long closing = address;
        address = 0;
        if (closing != 0) {
            destroy(closing);
        }
    }

    private static native long create(String library, String component, Runnable waker);

    private static native @Nullable String process(long task, ByteBuffer frames, int size);

    private static native @Nullable ByteBuffer output(long task);

    private static native void destroy(long task);
}
