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
 * The server: one thread, {@code eyewall-http-source}, reads all connections and never waits for
 * one; the spout's thread takes the messages from a queue.
 */
final class HttpReader implements SourceReader {
    private final String host;
    private final int port;
    private final Decoder decoder;
    private final byte[] authorization;
    private final HttpLimits limits;
    private final Semaphore room;
    private final Queue<Message> arrived = new ConcurrentLinkedQueue<>();
    private final AtomicLong next = new AtomicLong();
    private final AtomicInteger connections = new AtomicInteger();

    private @Nullable EventLoopGroup loop;
    private @Nullable Channel server;

    /**
     * @param port 0: any, see {@link #port}
     * @param most messages that may be under way; one more is answered by 503
     */
    HttpReader(String host, int port, Decoder decoder, String token, int most, HttpLimits limits) {
        this.host = host;
        this.port = port;
        this.decoder = decoder;
        this.limits = limits;
        authorization =
                token.isEmpty()
                        ? new byte[0]
                        : ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
        room = new Semaphore(most);
    }

    HttpLimits limits() {
        return limits;
    }

    /** What clients have to send; empty: nothing. */
    byte[] authorization() {
        return authorization;
    }

    /** Where it listens. */
    int port() {
        Channel open = server;
        return open == null ? port : ((InetSocketAddress) open.localAddress()).getPort();
    }

    @Override
    @SuppressWarnings("deprecation") // what Netty has instead, older Storms have not
    public void open() throws Exception {
        EventLoopGroup made =
                new NioEventLoopGroup(1, new DefaultThreadFactory("eyewall-http-source", true));
        loop = made;
        server =
                new ServerBootstrap()
                        .group(made)
                        .channel(NioServerSocketChannel.class)
                        .childOption(ChannelOption.AUTO_READ, false)
                        .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                        .childHandler(
                                new ChannelInitializer<Channel>() {
                                    @Override
                                    protected void initChannel(Channel channel) {
                                        accept(channel);
                                    }
                                })
                        .bind(host, port)
                        .sync()
                        .channel();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // that it is closed
    private void accept(Channel channel) {
        if (connections.incrementAndGet() > limits.connections()) {
            connections.decrementAndGet();
            channel.close();
            return;
        }
        channel.closeFuture().addListener(closed -> connections.decrementAndGet());
        int header = limits.headerBytes();
        channel.pipeline()
                .addLast(new HttpServerCodec(header, header, 8 << 10))
                .addLast(new FlowControlHandler()) // one request after the other
                .addLast(new HttpConnection(this));
    }

    /**
     * Takes a message.
     *
     * @return how it is answered at once, or null: when it is done
     */
    @Nullable Integer take(byte[] body, HttpConnection from) {
        if (!room.tryAcquire()) {
            return 503;
        }
        try {
            Position position = new Position("http:" + port, next.getAndIncrement(), 0);
            Message message = new Message(position, decoder.decode(body), from);
            from.waitFor(message);
            arrived.add(message);
            return null;
        } catch (BadRecordException | RuntimeException e) {
            room.release();
            return 400; // the client has it, and knows
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
        room.release();
        ((Message) message).answer(200);
    }

    @Override
    public void commit() {
        // Answers are given at once.
    }

    @Override
    public void close() {
        server = null;
        EventLoopGroup open = loop;
        loop = null;
        if (open != null) {
            open.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2_000);
        }
    }

    /** A message; its client waits for the answer. */
    final class Message implements Incoming {
        private final Position position;
        private final List<Object> values;
        private final HttpConnection from;
        private final AtomicBoolean isAnswered = new AtomicBoolean();

        private Message(Position position, List<Object> values, HttpConnection from) {
            this.position = position;
            this.values = values;
            this.from = from;
        }

        /** Only the first answer counts. */
        private void answer(int status) {
            if (isAnswered.compareAndSet(false, true)) {
                from.answer(status);
            }
        }

        /**
         * It was not done in time. Nobody has taken it: it is forgotten, as its client knows that
         * it failed. Else it is under way still, and keeps its room.
         */
        void expire() {
            if (arrived.remove(this)) {
                room.release();
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
