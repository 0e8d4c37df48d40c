package io.eyewall.toolkit.net;

import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.source.SourceBuilder;
import io.eyewall.toolkit.source.SourceSpout;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Makes a spout of lines from standard input, of connections to a TCP port, or of UDP's packets (a
 * packet is a message). None of these can be read again after a crash: at most once. Within the
 * process, what fails is emitted again. TCP and standard input are read no faster than messages are
 * done; UDP's packets are dropped by the system meanwhile. Ports are on the loopback interface
 * unless told otherwise. Use one task.
 */
public final class LineSource extends SourceBuilder<LineSource> {
    private final LineReader.Kind kind;
    private final String host;
    private final int port;
    private Decoder decoder = Decoder.text("value");
    private Duration idleLimit = Duration.ofMinutes(1);

    private LineSource(LineReader.Kind kind, String host, int port) {
        this.kind = kind;
        this.host = host;
        this.port = port;
    }

    /** The lines of standard input; ends with it. */
    public static LineSource standardInput() {
        return new LineSource(LineReader.Kind.STANDARD_INPUT, "", 0);
    }

    /**
     * The lines that clients send to a TCP port.
     *
     * @param host the address to listen on, {@code 127.0.0.1} for clients of this machine
     */
    public static LineSource tcp(String host, int port) {
        return new LineSource(LineReader.Kind.TCP, host, port);
    }

    /**
     * The packets that clients send to a UDP port.
     *
     * @param host the address to listen on, {@code 127.0.0.1} for clients of this machine
     */
    public static LineSource udp(String host, int port) {
        return new LineSource(LineReader.Kind.UDP, host, port);
    }

    /** What a line is, without its end; UTF-8 in a field {@code value} unless told otherwise. */
    public LineSource decode(Decoder with) {
        decoder = with;
        return this;
    }

    /**
     * How long a client of a TCP port may send nothing while all places, 64, are taken and another
     * client waits: it is sent away then. A minute unless told otherwise.
     */
    public LineSource idleLimit(Duration limit) {
        if (limit.isNegative() || limit.isZero()) {
            throw new IllegalArgumentException("an idle limit of " + limit + ": expected more");
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

    /** The spout. */
    public SourceSpout build() {
        LineReader.Kind of = kind;
        String at = host;
        int on = port;
        Decoder with = decoder;
        Duration idle = idleLimit;
        return spout(
                (task, tasks, conf) -> new LineReader(of, at, on, with, idle), decoder.fields());
    }
}
