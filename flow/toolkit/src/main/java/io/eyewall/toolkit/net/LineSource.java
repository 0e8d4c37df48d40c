package io.eyewall.toolkit.net;

import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.source.SourceBuilder;
import io.eyewall.toolkit.source.SourceSpout;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Builds a spout of the lines of standard input, of the lines that clients send to a TCP port, or
 * of UDP packets. None of these can be read again after a crash, so delivery is at most once; as
 * long as the process lives, failed messages are emitted again. TCP and standard input are read no
 * faster than messages are completed; the operating system drops UDP packets meanwhile. Use one
 * task.
 */
public final class LineSource extends SourceBuilder<LineSource> {
    private final LineSourceReader.Kind kind;
    private final String host;
    private final int port;
    private Decoder decoder = Decoder.text("value");
    private Duration idleLimit = Duration.ofMinutes(1);

    private LineSource(LineSourceReader.Kind kind, String host, int port) {
        this.kind = kind;
        this.host = host;
        this.port = port;
    }

    /** Returns a builder for the lines of standard input; the source ends with it. */
    public static LineSource standardInput() {
        return new LineSource(LineSourceReader.Kind.STANDARD_INPUT, "", 0);
    }

    /**
     * Returns a builder for the lines that clients send to a TCP port.
     *
     * @param host the address to listen on, {@code 127.0.0.1} for clients of this machine
     */
    public static LineSource tcp(String host, int port) {
        return new LineSource(LineSourceReader.Kind.TCP, host, port);
    }

    /**
     * Returns a builder for the packets that clients send to a UDP port.
     *
     * @param host the address to listen on, {@code 127.0.0.1} for clients of this machine
     */
    public static LineSource udp(String host, int port) {
        return new LineSource(LineSourceReader.Kind.UDP, host, port);
    }

    /**
     * Sets the decoder of lines, which receives them without the line break; by default text in
     * UTF-8 in a field {@code value}.
     */
    public LineSource decode(Decoder lineDecoder) {
        decoder = lineDecoder;
        return this;
    }

    /**
     * Sets how long a client of a TCP port may send nothing while 64 clients are served and another
     * one waits; after that it is disconnected. A minute by default.
     */
    public LineSource idleLimit(Duration limit) {
        if (limit.isNegative() || limit.isZero()) {
            throw new IllegalArgumentException("idle limit of " + limit + ": expected more than 0");
        }
        idleLimit = limit;
        return this;
    }

    @Override
    protected LineSource self() {
        return this;
    }

    @Override
    protected @Nullable String whyPositionsBeginAnew() {
        return "each process numbers lines from 0";
    }

    /** Returns the spout. */
    public SourceSpout build() {
        // Local copies, as the serialized factory must not capture this builder.
        LineSourceReader.Kind medium = kind;
        String serverHost = host;
        int serverPort = port;
        Decoder lineDecoder = decoder;
        Duration idleTime = idleLimit;
        return spout(
                (task, tasks, conf) ->
                        new LineSourceReader(medium, serverHost, serverPort, lineDecoder, idleTime),
                decoder.fields());
    }
}
