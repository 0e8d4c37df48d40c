package io.eyewall.ports;

import java.util.concurrent.TimeUnit;
import org.apache.storm.shade.io.netty.channel.EventLoopGroup;
import org.apache.storm.shade.io.netty.channel.MultiThreadIoEventLoopGroup;
import org.apache.storm.shade.io.netty.channel.nio.NioIoHandler;
import org.apache.storm.shade.io.netty.util.concurrent.DefaultThreadFactory;

/**
 * The daemon threads that read and write for one or more ports; they start with the first
 * connection. Must be closed after the ports. Any thread may call.
 */
public final class IoThreads implements AutoCloseable {
    private static final int THREADS = 2;
    private static final long MAX_CLOSING_SECS = 5;

    private final EventLoopGroup group;

    /**
     * @param name the name of the threads, without their number
     */
    public IoThreads(String name) {
        group =
                new MultiThreadIoEventLoopGroup(
                        THREADS, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
    }

    EventLoopGroup group() {
        return group;
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, MAX_CLOSING_SECS, TimeUnit.SECONDS)
                .awaitUninterruptibly(MAX_CLOSING_SECS, TimeUnit.SECONDS);
    }
}
