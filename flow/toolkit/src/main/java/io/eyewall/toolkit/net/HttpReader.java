package io.eyewall.toolkit.net;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.SourceReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.storm.shade.io.netty.bootstrap.ServerBootstrap;
import org.apache.storm.shade.io.netty.channel.Channel;
import org.apache.storm.shade.io.netty.channel.ChannelInitializer;
import org.apache.storm.shade.io.netty.channel.ChannelOption;
import org.apache.storm.shade.io.netty.channel.EventLoopGroup;
import org.apache.storm.shade.io.netty.channel.nio.NioEventLoopGroup;
import org.apache.storm.shade.io.netty.channel.socket.nio.NioServerSocketChannel;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpServerCodec;
import org.apache.storm.shade.io.netty.handler.flow.FlowControlHandler;
import org.apache.storm.shade.io.netty.util.concurrent.DefaultThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP server of a source. One thread, {@code eyewall-http-source}, serves all connections and
 * never blocks on any; the spout's thread takes the messages from a queue.
 */
final class HttpReader implements SourceReader {
    /** The size of the pieces in which a body is received; the default of Netty's codec. */
    private static final int CHUNK_BYTES = 8 << 10;

    /** How long {@link #close} waits for the end of the server's thread. */
    private static final long CLOSE_TIMEOUT_MS = 2_000;

    private final String host;
    private final int port;
    private final Decoder decoder;
    private final byte[] authorization;
    private final HttpLimits limits;

    /** A permit for each message that may still be accepted. */
    private final Semaphore permits;

    private final Queue<Message> arrived = new ConcurrentLinkedQueue<>();
    private final AtomicLong nextNumber = new AtomicLong();
    private final AtomicInteger connections = new AtomicInteger();

    private @Nullable EventLoopGroup eventLoop;
    private @Nullable Channel server;

    /**
     * Creates a server, which listens once it is opened.
     *
     * @param port 0 for any free port, which {@link #port} returns then
     * @param maxPending greatest number of messages in flight; further requests are answered with
     *     503
     */
    HttpReader(
            String host,
            int port,
            Decoder decoder,
            String token,
            int maxPending,
            HttpLimits limits) {
        this.host = host;
        this.port = port;
        this.decoder = decoder;
        this.limits = limits;
        authorization =
                token.isEmpty()
                        ? new byte[0]
                        : ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
        permits = new Semaphore(maxPending);
    }

    HttpLimits limits() {
        return limits;
    }

    /** Returns the value of the authorization header that clients must send; empty: none. */
    byte[] authorization() {
        return authorization;
    }

    /** Returns the port that the server listens on. */
    int port() {
        Channel openServer = server;
        return openServer == null
                ? port
                : ((InetSocketAddress) openServer.localAddress()).getPort();
    }

    @Override
    @SuppressWarnings("deprecation") // older Storms' Netty lacks the replacement
    public void open() throws Exception {
        EventLoopGroup newLoop =
                new NioEventLoopGroup(1, new DefaultThreadFactory("eyewall-http-source", true));
        eventLoop = newLoop;
        server =
                new ServerBootstrap()
                        .group(newLoop)
                        .channel(NioServerSocketChannel.class)
                        .childOption(ChannelOption.AUTO_READ, false)
                        .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                        .childHandler(
                                new ChannelInitializer<Channel>() {
                                    @Override
                                    protected void initChannel(Channel channel) {
                                        configure(channel);
                                    }
                                })
                        .bind(host, port)
                        .sync()
                        .channel();
    }

    /** Prepares the connection of a new client, or closes it if there are too many. */
    @SuppressWarnings("FutureReturnValueIgnored") // the result of closing does not matter
    private void configure(Channel channel) {
        if (connections.incrementAndGet() > limits.connections()) {
            connections.decrementAndGet();
            channel.close();
            return;
        }
        channel.closeFuture().addListener(closed -> connections.decrementAndGet());
        int maxHeaderBytes = limits.headerBytes();
        channel.pipeline()
                .addLast(new HttpServerCodec(maxHeaderBytes, maxHeaderBytes, CHUNK_BYTES))
                .addLast(new FlowControlHandler()) // delivers a request only when it is asked for
                .addLast(new RequestConnection(this));
    }

    /**
     * Adds a message to the queue, or rejects it.
     *
     * @return the status to answer at once, or null if the answer follows when the message is done
     */
    @Nullable Integer receive(byte[] body, RequestConnection connection) {
        if (!permits.tryAcquire()) {
            return 503;
        }
        try {
            Position position = new Position("http:" + port, nextNumber.getAndIncrement(), 0);
            Message message = new Message(position, decoder.decode(body), connection);
            connection.startAnswerLimit(message);
            arrived.add(message);
            return null;
        } catch (BadRecordException | RuntimeException e) {
            permits.release();
            // Not a dead letter: the client still has the message, and learns that it is bad.
            return 400;
        }
    }

    @Override
    public List<Incoming> poll() {
        List<Incoming> messages = new ArrayList<>();
        for (Message each = arrived.poll(); each != null; each = arrived.poll()) {
            messages.add(each);
        }
        return messages;
    }

    @Override
    public void done(Incoming message) {
        permits.release();
        ((Message) message).answer(200);
    }

    @Override
    public void commit() {
        // Clients were answered when their messages were done.
    }

    @Override
    public void close() {
        server = null;
        EventLoopGroup runningLoop = eventLoop;
        eventLoop = null;
        if (runningLoop != null) {
            runningLoop
                    .shutdownGracefully(0, 1, TimeUnit.SECONDS)
                    .awaitUninterruptibly(CLOSE_TIMEOUT_MS);
        }
    }

    /** A message, for whose answer its client waits. */
    final class Message implements Incoming {
        private final Position position;
        private final List<Object> values;
        private final RequestConnection connection;
        private final AtomicBoolean isAnswered = new AtomicBoolean();

        private Message(Position position, List<Object> values, RequestConnection connection) {
            this.position = position;
            this.values = values;
            this.connection = connection;
        }

        /** Answers the client; only the first call has an effect. */
        private void answer(int status) {
            if (isAnswered.compareAndSet(false, true)) {
                connection.answer(status);
            }
        }

        /**
         * Answers 504 because the message was not done in time. A message that still waits in the
         * queue is dropped, as its client knows that it failed. Otherwise the message is still in
         * flight and keeps its permit.
         */
        void expire() {
            if (arrived.remove(this)) {
                permits.release();
            }
            answer(504);
        }

        @Override
        public Position position() {
            return position;
        }

        @Override
        public List<Object> values() {
            return values;
        }

        @Override
        public String text() {
            return String.valueOf(values);
        }
    }
}
