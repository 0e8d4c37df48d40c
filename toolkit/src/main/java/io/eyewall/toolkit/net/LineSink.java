package io.eyewall.toolkit.net;

import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.sink.SinkBolt;
import io.eyewall.toolkit.sink.SinkBuilder;
import io.eyewall.toolkit.sink.SinkOptions;
import io.eyewall.toolkit.sink.SinkWriter;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Makes a bolt that writes lines to standard output, or to a TCP port. Tuples are acked when the
 * system has taken the line; that the other end has read it, nobody says.
 */
public final class LineSink extends SinkBuilder<LineSink> {
    private final String host;
    private final int port;
    private final Encoder value;

    private LineSink(String host, int port, Encoder value) {
        super(new SinkOptions(100, Duration.ofMillis(100), Duration.ofSeconds(10)));
        this.host = host;
        this.port = port;
        this.value = value;
    }

    /** To standard output. */
    public static LineSink standardOutput(Encoder value) {
        return new LineSink("", 0, value);
    }

    /** To a server that reads lines. */
    public static LineSink tcp(String host, int port, Encoder value) {
        return new LineSink(host, port, value);
    }

    @Override
    protected LineSink self() {
        return this;
    }

    /** The bolt. */
    public SinkBolt build() {
        String to = host;
        int on = port;
        Encoder line = value;
        return bolt((task, tasks, conf) -> new Writer(to, on, line));
    }

    /** One task's connection. */
    private static final class Writer implements SinkWriter {
        private static final int LIMIT_MS = 10_000;

        private final String host;
        private final int port;
        private final Encoder value;
        private @Nullable Socket socket;
        private @Nullable OutputStream out;

        Writer(String host, int port, Encoder value) {
            this.host = host;
            this.port = port;
            this.value = value;
        }

        @Override
        @SuppressWarnings("SystemOut") // where users want it
        public void open() throws IOException {
            if (host.isEmpty()) {
                out = System.out;
                return;
            }
            Socket made = new Socket();
            socket = made;
            made.connect(new InetSocketAddress(host, port), LIMIT_MS);
            out = new BufferedOutputStream(made.getOutputStream());
        }

        @Override
        public int write(List<Tuple> tuples) throws Exception {
            OutputStream open = out;
            if (open == null) {
                throw new IllegalStateException("not open");
            }
            ByteArrayOutputStream lines = new ByteArrayOutputStream();
            for (Tuple tuple : tuples) {
                lines.write(value.encode(tuple));
                lines.write('\n');
            }
            open.write(lines.toByteArray());
            open.flush();
            return tuples.size();
        }

        @Override
        public void close() {
            Socket open = socket;
            socket = null;
            out = null;
            if (open != null) {
                try {
                    open.close();
                } catch (IOException e) {
                    // It is gone already.
                }
            }
        }
    }
}
