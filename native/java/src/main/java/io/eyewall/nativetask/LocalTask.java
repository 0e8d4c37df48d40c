package io.eyewall.nativetask;

import io.eyewall.nativetask.frame.FrameReader;
import io.eyewall.nativetask.memory.NativeTask;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A native task in this process; its output is complete when {@link #exchange} returns. */
final class LocalTask extends TaskHandle {
    private final NativeTask task;

    LocalTask(String name, NativeTaskOpening opening, NativeTask task) {
        super(name, opening);
        this.task = task;
    }

    @Override
    void exchange(Consumer<FrameReader> onFrame) {
        ByteBuffer frames = writer.frames();
        String thrown = frames.position() == 0 ? null : task.process(frames);
        writer.clear();
        @Nullable ByteBuffer output = task.output();
        if (output != null) {
            dispatch(output, onFrame);
        }
        if (thrown != null) {
            throw taskFailure(thrown);
        }
    }

    @Override
    void exchangeLast(Consumer<FrameReader> onFrame) {
        exchange(onFrame);
    }

    @Override
    boolean isIdle() {
        return true;
    }

    @Override
    boolean isLocal() {
        return true;
    }

    @Override
    int generation() {
        return 0;
    }

    @Override
    void onProcessed(long batches) {
        throw taskFailure("sent a DONE frame, which only a task in a child process may send");
    }

    @Override
    public void close() {
        task.close();
    }
}
