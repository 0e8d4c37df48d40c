package io.eyewall.control.flame;

import io.eyewall.control.flame.StackSample.Frame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Samples the threads that run Java code, by JFR. Loaded on demand, because a JVM may lack {@code
 * jdk.jfr}.
 */
final class FlameRecorder {
    private static final String EVENT = "jdk.ExecutionSample";
    private static final long MAX_BYTES = 64 << 20;

    private FlameRecorder() {}

    /**
     * Samples for some time, then passes on all samples.
     *
     * @throws IOException if the temporary folder has no room for the samples
     * @throws UnsupportedOperationException if this JVM has no flight recorder
     */
    static void record(Duration time, Duration period, Consumer<StackSample> samples)
            throws IOException, InterruptedException {
        if (!FlightRecorder.isAvailable()) {
            throw new UnsupportedOperationException("this JVM has no flight recorder");
        }
        Path file = Files.createTempFile("eyewall-flame", ".jfr");
        try {
            try (Recording recording = new Recording()) {
                recording.setName("eyewall flame");
                recording.setMaxSize(MAX_BYTES);
                recording.enable(EVENT).withPeriod(period);
                recording.start();
                Thread.sleep(time.toMillis());
                recording.stop();
                recording.dump(file);
            }
            read(file, samples);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static void read(Path file, Consumer<StackSample> samples) throws IOException {
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                RecordedStackTrace stack = event.getStackTrace();
                if (stack != null && event.getEventType().getName().equals(EVENT)) {
                    samples.accept(sample(event, stack));
                }
            }
        }
    }

    private static StackSample sample(RecordedEvent event, RecordedStackTrace stack) {
        RecordedThread thread = event.getThread("sampledThread");
        String name = thread == null ? null : thread.getJavaName();
        List<Frame> frames = new ArrayList<>();
        for (RecordedFrame frame : stack.getFrames()) {
            if (frame.isJavaFrame() && frame.getMethod() != null) {
                frames.add(
                        Frame.of(
                                frame.getMethod().getType().getName(),
                                frame.getMethod().getName()));
            }
        }
        return new StackSample(name == null ? "unnamed thread" : name, frames, stack.isTruncated());
    }
}
