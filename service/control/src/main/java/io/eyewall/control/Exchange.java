package io.eyewall.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.eyewall.control.wire.Answer;
import io.eyewall.control.wire.FrameChannel;
import io.eyewall.control.wire.Greeting;
import io.eyewall.control.wire.WireJson;
import java.io.Closeable;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The client's side of one connection: a greeting, a request, the answer. For one thread. */
final class Exchange implements Closeable {
    private static final long GREETING_LIMIT_NS = TimeUnit.SECONDS.toNanos(10);

    private final FrameChannel channel;
    private final Greeting greeting;

    private Exchange(FrameChannel channel, Greeting greeting) {
        this.channel = channel;
        this.greeting = greeting;
    }

    /**
     * Connects and reads the greeting.
     *
     * @param interruptible see {@link FrameChannel}
     * @throws IOException if no process listens, it does not send a greeting in time, or it speaks
     *     another protocol
     */
    static Exchange connect(Path socket, boolean interruptible) throws IOException {
        FrameChannel channel = new FrameChannel(openChannel(socket), interruptible);
        try {
            byte[] received =
                    channel.receive(Greeting.MAX_BYTES, System.nanoTime() + GREETING_LIMIT_NS);
            return new Exchange(channel, checkGreeting(socket, received));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static SocketChannel openChannel(Path socket) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            // A blocking connect would wait while the backlog is full.
            channel.configureBlocking(false);
            channel.connect(UnixDomainSocketAddress.of(socket));
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static Greeting checkGreeting(Path socket, byte[] received) throws IOException {
        Greeting greeting;
        try {
            greeting = WireJson.read(received, Greeting.class);
        } catch (JsonProcessingException e) {
            throw new ProtocolException(
                    "the process that listens at " + socket + " does not run topologies");
        }
        if (!Greeting.PROTOCOL.equals(greeting.protocol())
                || greeting.version() != Greeting.VERSION) {
            throw new ProtocolException(
                    "process %d speaks version %d of %s, expected version %d of %s; use the"
                                    .formatted(
                                            greeting.pid(),
                                            greeting.version(),
                                            greeting.protocol(),
                                            Greeting.VERSION,
                                            Greeting.PROTOCOL)
                            + " eyewall that it was started with");
        }
        return greeting;
    }

    Greeting greeting() {
        return greeting;
    }

    /**
     * Sends a request and returns the answer.
     *
     * @throws IOException if there is no answer in time
     */
    byte[] ask(byte[] request, long deadlineNs) throws IOException {
        IOException sendFailure = null;
        try {
            channel.send(request, deadlineNs);
        } catch (IOException e) {
            sendFailure = e; // the process may have sent a refusal before it closed the connection
        }
        try {
            return channel.receive(Answer.MAX_BYTES, deadlineNs);
        } catch (IOException e) {
            if (sendFailure != null) {
                e.addSuppressed(sendFailure);
            }
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
