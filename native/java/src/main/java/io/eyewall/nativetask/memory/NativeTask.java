package io.eyewall.nativetask.memory;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A task of a native library in this process. It owns the task's memory from the constructor to
 * {@link #close}; the library is unloaded with its last task. Confined to one thread at a time.
 */
public final class NativeTask implements AutoCloseable {
    /** Address of the native task; 0 when closed. */
    private long address;

    /**
     * Creates a task; {@link Bridge#load} must have been called.
     *
     * @param library the library's path
     * @param component the component's name in the library's {@code EYEWALL_TASKS}
     * @param waker called on the task's own threads when they have written output
     * @throws io.eyewall.nativetask.NativeTaskException if the task cannot be created
     */
    public NativeTask(String library, String component, Runnable waker) {
        address = create(library, component, waker);
    }

    /**
     * Has the task process whole frames; the caller may reuse the buffer afterwards.
     *
     * @param frames a direct buffer with the frames from 0 to its position
     * @return the message of the exception that the task threw, or null
     */
    public @Nullable String process(ByteBuffer frames) {
        return process(openAddress(), frames, frames.position());
    }

    /**
     * Returns the task's output: whole frames, valid until the next call; null if there is none.
     */
    public @Nullable ByteBuffer output() {
        return output(openAddress());
    }

    private long openAddress() {
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
