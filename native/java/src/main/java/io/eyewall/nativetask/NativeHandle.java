package io.eyewall.nativetask;

import io.eyewall.nativetask.frame.FrameReader;
import io.eyewall.nativetask.frame.FrameWriter;
import io.eyewall.nativetask.frame.Frames;
import io.eyewall.nativetask.memory.NativeTask;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A native task with what goes to it and comes from it. One thread at a time. */
final class NativeHandle implements AutoCloseable {
    private final NativeTask task;
    private final FrameWriter writer;
    private final FrameReader reader;
    private final String name;
    private final Logger log;

    private NativeHandle(NativeTask task, FrameWriter writer, FrameReader reader, String name) {
        this.task = task;
        this.writer = writer;
        this.reader = reader;
        this.name = name;
        this.log = LoggerFactory.getLogger(name);
    }

    /**
     * Makes the task and lets it open.
     *
     * @param waker called by threads of the task's own
     */
    static NativeHandle open(
            String library,
            String component,
            List<String> streams,
            Map<String, Object> conf,
            TopologyContext context,
            Runnable waker) {
        String name =
                "component '"
                        + context.getThisComponentId()
                        + "' task "
                        + context.getThisTaskId()
                        + " (native '"
                        + component
                        + "' of "
                        + library
                        + ")";
        NativeTask task;
        try {
            LibraryFiles.loadBridge();
            String file = LibraryFiles.find(library, context).toString();
            task = new NativeTask(file, component, waker);
        } catch (NativeTaskException e) {
            throw new NativeTaskException(name + ": " + e.getMessage(), e);
        }
        KryoValueBytes others = new KryoValueBytes(conf);
        NativeHandle handle =
                new NativeHandle(task, new FrameWriter(others), new FrameReader(others), name);
        handle.tellSettings(streams, conf, context);
        return handle;
    }

    private void tellSettings(
            List<String> streams, Map<String, Object> conf, TopologyContext context) {
        conf.forEach(
                (key, value) -> {
                    if (value instanceof String
                            || value instanceof Number
                            || value instanceof Boolean) {
                        setting(key, value.toString());
                    }
                });
        List<Integer> tasks = context.getComponentTasks(context.getThisComponentId());
        setting("component", context.getThisComponentId());
        setting("task", Integer.toString(context.getThisTaskId()));
        setting("index", Integer.toString(context.getThisTaskIndex()));
        setting("tasks", Integer.toString(tasks.size()));
        streams.forEach(stream -> setting("stream", stream));
    }

    private void setting(String key, String value) {
        writer.texts(Frames.OPEN, List.of(key, value));
    }

    /** What is to be handed over. */
    FrameWriter writer() {
        return writer;
    }

    /**
     * Hands over what was written, and tells of each frame that comes back.
     *
     * @throws NativeTaskException what the task threw, after what it said before
     */
    void exchange(Consumer<FrameReader> onFrame) {
        ByteBuffer frames = writer.frames();
        String thrown = frames.position() == 0 ? null : task.process(frames);
        writer.clear();
        @Nullable ByteBuffer said = task.output();
        if (said != null) {
            reader.wrap(said);
            while (reader.next()) {
                if (reader.kind() == Frames.LOG) {
                    log();
                } else {
                    onFrame.accept(reader);
                }
            }
        }
        if (thrown != null) {
            throw new NativeTaskException(name + ": " + thrown);
        }
    }

    private void log() {
        for (int row = 0; row < reader.rows(); row++) {
            String text = reader.text(row);
            switch ((int) reader.number()) {
                case 0 -> log.debug("{}", text);
                case 1 -> log.info("{}", text);
                case 2 -> log.warn("{}", text);
                default -> log.error("{}", text);
            }
        }
    }

    /** A defect of the task: it said what it must not. */
    NativeTaskException wrong(String what) {
        return new NativeTaskException(name + ": " + what);
    }

    @Override
    public void close() {
        task.close();
    }
}
