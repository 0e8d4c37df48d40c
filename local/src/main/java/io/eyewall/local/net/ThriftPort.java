package io.eyewall.local.net;

import java.net.InetSocketAddress;
import org.apache.storm.shade.io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import org.apache.storm.shade.io.netty.handler.codec.LengthFieldPrepender;

/**
 * Listens for Thrift's binary protocol, framed, without authentication: what Storm's clients speak
 * by default (Storm: SimpleTransportPlugin.java). Storm's own {@code ThriftServer} listens on all
 * interfaces, and halts the process if it can't; Thrift's servers keep whoever connects for as long
 * as they like.
 */
public final class ThriftPort {
    private static final int LENGTH_BYTES = 4;

    private ThriftPort() {}

    /**
     * Serves whoever comes, until the port is closed.
     *
     * @throws PortTakenException if the port is taken or the address isn't ours
     */
    public static TcpPort listen(
            InetSocketAddress address, IoThreads threads, PortLimits limits, ThriftService service)
            throws PortTakenException {
        return TcpPort.listen(
                address,
                threads,
                limits,
                null,
                (pipeline, guard) -> {
                    ConnectionGuard.OneAtATime turns = guard.new OneAtATime();
                    pipeline.addLast(
                            new LengthFieldBasedFrameDecoder(
                                    limits.requestBytes(), 0, LENGTH_BYTES, 0, LENGTH_BYTES));
                    pipeline.addLast(new LengthFieldPrepender(LENGTH_BYTES));
                    pipeline.addLast(turns);
                    pipeline.addLast(new ThriftConnection(guard, turns, service));
                });
    }
}
