package io.eyewall.ports;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import org.apache.storm.shade.io.netty.bootstrap.ServerBootstrap;
import org.apache.storm.shade.io.netty.buffer.UnpooledByteBufAllocator;
import org.apache.storm.shade.io.netty.channel.Channel;
import org.apache.storm.shade.io.netty.channel.ChannelFuture;
import org.apache.storm.shade.io.netty.channel.ChannelInitializer;
import org.apache.storm.shade.io.netty.channel.ChannelOption;
import org.apache.storm.shade.io.netty.channel.ChannelPipeline;
import org.apache.storm.shade.io.netty.channel.FixedRecvByteBufAllocator;
import org.apache.storm.shade.io.netty.channel.socket.SocketChannel;
import org.apache.storm.shade.io.netty.channel.socket.nio.NioServerSocketChannel;
import org.apache.storm.shade.io.netty.handler.ssl.SslHandler;
import org.apache.storm.shade.io.netty.handler.timeout.WriteTimeoutHandler;
import org.jspecify.annotations.Nullable;

/** A TCP port that accepts connections until it is closed. Any thread may call. */
public final class TcpPort implements AutoCloseable {
    /**
     * Maximum size of one read; small, to bound what a client sends before it gets its earlier
     * answers.
     */
    private static final int READ_BYTES = 16 << 10;

    private static final long CLOSING_SECS = 5;

    private final Channel listening;
    private final OpenConnections connections;

    /**
     * A protocol: adds decoder, {@link ConnectionGuard.OneAtATime} and handler after the guard of a
     * new connection.
     */
    interface Protocol {
        void install(ChannelPipeline pipeline, ConnectionGuard guard);
    }

    private TcpPort(Channel listening, OpenConnections connections) {
        this.listening = listening;
        this.connections = connections;
    }

    /**
     * Opens a port and serves clients.
     *
     * @param tls creates the server's end of an encrypted connection; null for plain connections
     * @throws PortTakenException if the port is in use or the address is not of this machine
     */
    static TcpPort listen(
            InetSocketAddress address,
            IoThreads threads,
            PortLimits limits,
            @Nullable Supplier<SSLEngine> tls,
            Protocol protocol)
            throws PortTakenException {
        OpenConnections connections = new OpenConnections(limits.connections());
        ByteBudget budget = new ByteBudget(limits.heldBytes());
        ChannelFuture bound =
                new ServerBootstrap()
                        .group(threads.group())
                        .channel(NioServerSocketChannel.class)
                        .childOption(ChannelOption.ALLOCATOR, new UnpooledByteBufAllocator(false))
                        .childOption(
                                ChannelOption.RECVBUF_ALLOCATOR,
                                new FixedRecvByteBufAllocator(READ_BYTES))
                        .childOption(ChannelOption.SO_KEEPALIVE, true)
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childHandler(
                                new ChannelInitializer<SocketChannel>() {
                                    @Override
                                    protected void initChannel(SocketChannel connection) {
                                        install(
                                                connection.pipeline(),
                                                new ConnectionGuard(limits, connections, budget));
                                    }

                                    private void install(
                                            ChannelPipeline pipeline, ConnectionGuard guard) {
                                        if (tls != null) {
                                            pipeline.addLast(tls(tls.get(), limits));
                                        }
                                        pipeline.addLast(
                                                new WriteTimeoutHandler(
                                                        limits.patienceMs(),
                                                        TimeUnit.MILLISECONDS));
                                        pipeline.addLast(guard);
                                        protocol.install(pipeline, guard);
                                    }
                                })
                        .bind(address)
                        .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new PortTakenException(address, bound.cause());
        }
        return new TcpPort(bound.channel(), connections);
    }

    private static SslHandler tls(SSLEngine engine, PortLimits limits) {
        SslHandler handler = new SslHandler(engine);
        handler.setHandshakeTimeoutMillis(limits.patienceMs());
        return handler;
    }

    public int port() {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    /** Closes the port and all connections, and waits until the port is free. */
    @Override
    public void close() {
        listening.close().awaitUninterruptibly(CLOSING_SECS, TimeUnit.SECONDS);
        for (ChannelFuture closing : connections.close()) {
            closing.awaitUninterruptibly(CLOSING_SECS, TimeUnit.SECONDS);
        }
    }
}
