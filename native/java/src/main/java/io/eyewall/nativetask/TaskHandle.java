package io.eyewall.nativetask;

import io.eyewall.nativetask.frame.FrameReader;
import io.eyewall.nativetask.frame.FrameWriter;
import io.eyewall.nativetask.frame.Frames;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.storm.task.TopologyContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task outside Java with what goes to it and comes from it, wherever it runs. One thread at a
 * time.
 */
abstract class TaskHandle implements AutoCloseable {
    final String name;
    final FrameWriter writer;
    final FrameReader reader;
    final Logger log;

    /**
     * @param name for messages: which task of which component
     */
    TaskHandle(String name, TaskOpening opening) {
        KryoValueBytes others = new KryoValueBytes(opening.conf());
        this.name = name;
        this.writer = new FrameWriter(others);
        this.reader = new FrameReader(others);
        this.log = LoggerFactory.getLogger(opening.logger());
    }

    /** Returns the writer of frames for the task. */
    FrameWriter writer() {
        return writer;
    }

    /**
     * Hands over what was written, and tells of each frame that has come back.
     *
     * @throws NativeTaskException what the task threw, after what it said before
     */
    abstract void exchange(Consumer<FrameReader> onFrame);

    /** Whether the answer to all that was handed over has come back. */
    abstract boolean isIdle();

    /**
     * As {@link #exchange}, but where the task has enough to do what was written may wait: whoever
     * calls is called back when it has less.
     */
    void exchangeUnlessBusy(Consumer<FrameReader> onFrame) {
        exchange(onFrame);
    }

    /** Whether the answer comes before {@link #exchange} returns. */
    abstract boolean isLocal();

    /** How often the task has been replaced by a new one that knows nothing of the last. */
    abstract int generation();

    /** Hands over what was written, and waits for the answer, for some seconds at most. */
    abstract void exchangeLast(Consumer<FrameReader> onFrame);

    @Override
    public abstract void close();

    /** Sends the task its settings, before anything else. */
    final void tellSettings(
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

    /** Tells of each frame but those that are the handle's own business. */
    final void tell(ByteBuffer said, Consumer<FrameReader> onFrame) {
        reader.wrap(said);
        while (reader.next()) {
            switch (reader.kind()) {
                case Frames.LOG -> log();
                case Frames.DONE -> onDone(reader.number());
                case Frames.DIED -> throw wrong(reader.rows() == 0 ? "it died" : reader.text(0));
                default -> onFrame.accept(reader);
            }
        }
    }

    /**
     * The task says how many batches it has worked off.
     *
     * @param batches since it began
     */
    abstract void onDone(long batches);

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

    /** A defect of the task: it said what it must not, or it threw. */
    final NativeTaskException wrong(String what) {
        return new NativeTaskException(name + ": " + what);
    }
}
