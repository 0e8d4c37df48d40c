package io.eyewall.toolkit.net;

import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.sink.RewindableWriter;
import io.eyewall.toolkit.sink.SinkBolt;
import io.eyewall.toolkit.sink.SinkBuilder;
import io.eyewall.toolkit.sink.SinkOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Builds a bolt that writes lines to standard output, a file, or a TCP port. Tuples are acked when
 * the operating system has accepted the line; whether the other end has read it is unknown. A file
 * is replaced when the topology starts, and contains each line as soon as it is written; use one
 * task for it. With snapshots it is cut back to the snapshot, and has each line once. If standard
 * output or the file cannot be written the topology fails.
 */
public final class LineSink extends SinkBuilder<LineSink> {
    private static final SinkOptions DEFAULT_OPTIONS =
            new SinkOptions(100, Duration.ofMillis(100), Duration.ofSeconds(10));

    private final Target target;
    private final Encoder value;
    private String header = "";

    /** The file; empty: it is none. */
    private final String file;

    /** Opens the target of the lines, in the process that runs the task. */
    private interface Target extends Serializable {
        /**
         * Opens it.
         *
         * @param length length to which a file is cut back
         */
        LineTarget open(long length) throws IOException;
    }

    private LineSink(Target target, String file, Encoder value) {
        super(DEFAULT_OPTIONS);
        this.target = target;
        this.file = file;
        this.value = value;
    }

    /** Returns a builder for lines on standard output. */
    public static LineSink standardOutput(Encoder value) {
        return new LineSink(length -> new LineTarget.StandardOutput(), "", value);
    }

    /** Returns a builder for lines to a server that reads them on a TCP port. */
    public static LineSink tcp(String host, int port, Encoder value) {
        return new LineSink(length -> LineTarget.tcp(host, port), "", value);
    }

    /** Returns a builder for lines in a file. */
    public static LineSink file(Path file, Encoder value) {
        String path = file.toString();
        return new LineSink(length -> LineTarget.file(Path.of(path), length), path, value);
    }

    /** Sets a line that is written before all others. */
    public LineSink header(String line) {
        header = line + "\n";
        return this;
    }

    @Override
    protected LineSink self() {
        return this;
    }

    /** Returns the bolt. */
    public SinkBolt build() {
        // Local copies, as the serialized factory must not capture this builder.
        Target lineTarget = target;
        Encoder lineEncoder = value;
        String firstLine = header;
        String path = file;
        return bolt((task, tasks, conf) -> new Writer(lineTarget, path, lineEncoder, firstLine));
    }

    /** The writer of one task. */
    private static final class Writer implements RewindableWriter {
        private final Target target;
        private final String file;
        private final Encoder value;
        private final String header;
        private boolean hasHeader;
        private long position;
        private @Nullable LineTarget openTarget;

        Writer(Target target, String file, Encoder value, String header) {
            this.target = target;
            this.file = file;
            this.value = value;
            this.header = header;
        }

        @Override
        public void open() throws IOException {
            LineTarget opened = target.open(position);
            openTarget = opened;
            if (!hasHeader && !header.isEmpty()) {
                opened.write(header.getBytes(StandardCharsets.UTF_8));
                hasHeader = true;
            }
        }

        @Override
        public boolean isRewindable() {
            return !file.isEmpty()
                    && (Files.notExists(Path.of(file)) || Files.isRegularFile(Path.of(file)));
        }

        @Override
        public long position() throws IOException {
            if (openTarget instanceof LineTarget.FileOutput opened) {
                position = opened.length();
            }
            return position;
        }

        @Override
        public void rewind(long earlier) {
            position = earlier;
            hasHeader = earlier > 0;
        }

        @Override
        public boolean mustOpenWithoutTuples() {
            return true;
        }

        @Override
        public int write(List<Tuple> tuples) throws Exception {
            LineTarget currentTarget = openTarget;
            if (currentTarget == null) {
                throw new IllegalStateException("not open");
            }
            ByteArrayOutputStream lines = new ByteArrayOutputStream();
            for (Tuple tuple : tuples) {
                lines.write(value.encode(tuple));
                lines.write('\n');
            }
            currentTarget.write(lines.toByteArray());
            return tuples.size();
        }

        @Override
        public void close() {
            LineTarget currentTarget = openTarget;
            openTarget = null;
            if (currentTarget != null) {
                currentTarget.close();
            }
        }
    }
}
