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
     * The most bytes of one read. Small, to limit what a client can send before it has received its
     * earlier answers.
     */
    private static final int MAX_READ_BYTES = 16 << 10;

    private static final long MAX_CLOSING_SECS = 5;

    private final Channel serverChannel;
    private final OpenConnections connections;

    /**
     * A protocol: adds decoder, {@link ConnectionGuard.RequestGate} and handler after the guard of
     * a new connection.
     */
    interface Protocol {
        void install(ChannelPipeline pipeline, ConnectionGuard guard);
    }

    private TcpPort(Channel serverChannel, OpenConnections connections) {
        this.serverChannel = serverChannel;
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
                                new FixedRecvByteBufAllocator(MAX_READ_BYTES))
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
                                            pipeline.addLast(tlsHandler(tls.get(), limits));
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

    private static SslHandler tlsHandler(SSLEngine engine, PortLimits limits) {
        SslHandler handler = new SslHandler(engine);
        handler.setHandshakeTimeoutMillis(limits.patienceMs());
        return handler;
    }

    public int port() {
        return ((InetSocketAddress) serverChannel.localAddress()).getPort();
    }

    /** Closes the port and all connections, and waits until the port is free. */
    @Override
    public void close() {
        serverChannel.close().awaitUninterruptibly(MAX_CLOSING_SECS, TimeUnit.SECONDS);
        for (ChannelFuture closing : connections.close()) {
            closing.awaitUninterruptibly(MAX_CLOSING_SECS, TimeUnit.SECONDS);
        }
    }
}
