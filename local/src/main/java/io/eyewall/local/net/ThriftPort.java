package io.eyewall.local.net;

import java.net.InetSocketAddress;
import org.apache.storm.shade.io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import org.apache.storm.shade.io.netty.handler.codec.LengthFieldPrepender;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for Thrift's binary protocol, framed: without authentication, which is what Storm's
 * clients speak by default (Storm: SimpleTransportPlugin.java), or after a {@link PasswordLogin}.
 * Storm's own {@code ThriftServer} listens on all interfaces, and halts the process if it can't;
 * Thrift's servers keep whoever connects for as long as they like.
 */
public final class ThriftPort {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftPort.class);

    private static final int LENGTH_BYTES = 4;

    /** A login is three messages. */
    private static final long LOGIN_MS = 10_000;

    private ThriftPort() {}

    /**
     * Serves whoever comes, until the port is closed.
     *
     * @throws PortTakenException if the port is taken or the address isn't ours
     */
    public static TcpPort listen(
            InetSocketAddress address, IoThreads threads, PortLimits limits, ThriftService service)
            throws PortTakenException {
        return listen(address, threads, limits, null, service);
    }

    /**
     * The same for those who know a password.
     *
     * @param login null for everybody
     * @throws PortTakenException as above
     */
    public static TcpPort listen(
            InetSocketAddress address,
            IoThreads threads,
            PortLimits limits,
            @Nullable PasswordLogin login,
            ThriftService service)
            throws PortTakenException {
        FailedLogins failed = new FailedLogins(System::nanoTime, LOG::warn);
        return TcpPort.listen(
                address,
                threads,
                limits,
                null,
                (pipeline, guard) -> {
                    ConnectionGuard.OneAtATime turns = guard.new OneAtATime();
                    if (login != null) {
                        long limitMs = Math.min(LOGIN_MS, limits.patienceMs());
                        pipeline.addLast(new SaslHandshake(login, failed, turns, limitMs));
                    }
                    pipeline.addLast(
                            new LengthFieldBasedFrameDecoder(
                                    limits.requestBytes(), 0, LENGTH_BYTES, 0, LENGTH_BYTES));
                    pipeline.addLast(new LengthFieldPrepender(LENGTH_BYTES));
                    pipeline.addLast(turns);
                    pipeline.addLast(new ThriftConnection(guard, turns, service));
                });
    }
}
