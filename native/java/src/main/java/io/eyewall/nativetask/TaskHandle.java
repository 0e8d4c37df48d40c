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
 * A running task outside Java, in this process or a child process, with its input and output
 * frames. Confined to one thread at a time.
 */
abstract class TaskHandle implements AutoCloseable {
    final String name;
    final FrameWriter writer;
    final FrameReader reader;
    final Logger log;

    /**
     * @param name identifies the component and task in messages
     */
    TaskHandle(String name, NativeTaskOpening opening) {
        KryoValueBytes valueBytes = new KryoValueBytes(opening.conf());
        this.name = name;
        this.writer = new FrameWriter(valueBytes);
        this.reader = new FrameReader(valueBytes);
        this.log = LoggerFactory.getLogger(opening.loggerName());
    }

    /** Returns the writer of frames for the task. */
    FrameWriter writer() {
        return writer;
    }

    /**
     * Hands over the written frames, and passes each available output frame to {@code onFrame}.
     *
     * @throws NativeTaskException if the task threw an exception; the output before the exception
     *     is passed on first
     */
    abstract void exchange(Consumer<FrameReader> onFrame);

    /** Returns whether the task has processed everything that was handed over. */
    abstract boolean isIdle();

    /**
     * Does the same as {@link #exchange}, except that a busy task's written frames may wait. The
     * opening's waker then requests another call when the task has less to do.
     */
    void exchangeUnlessBusy(Consumer<FrameReader> onFrame) {
        exchange(onFrame);
    }

    /** Returns whether the task's response is complete when {@link #exchange} returns. */
    abstract boolean isLocal();

    /** Returns how often the task has been replaced by a new one without its state. */
    abstract int generation();

    /** Hands over the written frames, and waits for the response, for some seconds at most. */
    abstract void exchangeLast(Consumer<FrameReader> onFrame);

    @Override
    public abstract void close();

    /** Writes the task's settings, which must be the first frames. */
    final void writeSettings(
            List<String> streams, Map<String, Object> conf, TopologyContext context) {
        conf.forEach(
                (key, value) -> {
                    if (value instanceof String
                            || value instanceof Number
                            || value instanceof Boolean) {
                        writeSetting(key, value.toString());
                    }
                });
        List<Integer> tasks = context.getComponentTasks(context.getThisComponentId());
        writeSetting("component", context.getThisComponentId());
        writeSetting("task", Integer.toString(context.getThisTaskId()));
        writeSetting("index", Integer.toString(context.getThisTaskIndex()));
        writeSetting("tasks", Integer.toString(tasks.size()));
        streams.forEach(stream -> writeSetting("stream", stream));
    }

    private void writeSetting(String key, String value) {
        writer.texts(Frames.OPEN, List.of(key, value));
    }

    /**
     * Passes each output frame to {@code onFrame}, except logs, progress and the task's death,
     * which the handle processes itself.
     */
    final void dispatch(ByteBuffer output, Consumer<FrameReader> onFrame) {
        reader.wrap(output);
        while (reader.next()) {
            switch (reader.kind()) {
                case Frames.LOG -> logRows();
                case Frames.DONE -> onProcessed(reader.number());
                case Frames.DIED ->
                        throw taskFailure(
                                reader.rows() == 0
                                        ? "the task died without a message"
                                        : reader.text(0));
                default -> onFrame.accept(reader);
            }
        }
    }

    /**
     * Receives the task's progress.
     *
     * @param batches the number of batches processed since the task started
     */
    abstract void onProcessed(long batches);

    private void logRows() {
        for (int row = 0; row < reader.rows(); row++) {
            String text = reader.text(row);
            switch ((int) reader.number()) { // the level, see Frames.LOG
                case 0 -> log.debug("{}", text);
                case 1 -> log.info("{}", text);
                case 2 -> log.warn("{}", text);
                default -> log.error("{}", text);
            }
        }
    }

    /** Returns the exception for a protocol violation or a failure of the task. */
    final NativeTaskException taskFailure(String problem) {
        return new NativeTaskException(name + ": " + problem);
    }
}
