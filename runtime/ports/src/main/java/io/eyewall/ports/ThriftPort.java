package io.eyewall.ports;

import java.net.InetSocketAddress;
import org.apache.storm.shade.io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import org.apache.storm.shade.io.netty.handler.codec.LengthFieldPrepender;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for Thrift's framed binary protocol: without authentication, as Storm's clients use it by
 * default (Storm: SimpleTransportPlugin.java), or after a {@link PasswordLogin}. Storm's own {@code
 * ThriftServer} is not used: it listens on all interfaces, and halts the process if it can't
 * listen. Thrift's servers don't limit how long clients stay connected. Any thread may call.
 */
public final class ThriftPort {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftPort.class);

    private static final int LENGTH_BYTES = 4;

    /** The longest time for a login, which takes three messages. */
    private static final long MAX_LOGIN_MS = 10_000;

    private ThriftPort() {}

    /**
     * Opens a port without a login, and serves clients until it is closed.
     *
     * @throws PortTakenException if the port is in use or the address is not of this machine
     */
    public static TcpPort listen(
            InetSocketAddress address, IoThreads threads, PortLimits limits, ThriftService service)
            throws PortTakenException {
        return listen(address, threads, limits, null, service);
    }

    /**
     * Opens a port and serves clients that have logged in, until it is closed.
     *
     * @param login the password; null for no login
     * @throws PortTakenException if the port is in use or the address is not of this machine
     */
    public static TcpPort listen(
            InetSocketAddress address,
            IoThreads threads,
            PortLimits limits,
            @Nullable PasswordLogin login,
            ThriftService service)
            throws PortTakenException {
        FailedLoginLog failedLoginLog = new FailedLoginLog(System::nanoTime, LOG::warn);
        return TcpPort.listen(
                address,
                threads,
                limits,
                null,
                (pipeline, guard) -> {
                    ConnectionGuard.RequestGate gate = guard.new RequestGate();
                    if (login != null) {
                        long timeoutMs = Math.min(MAX_LOGIN_MS, limits.patienceMs());
                        pipeline.addLast(new SaslHandshake(login, failedLoginLog, gate, timeoutMs));
                    }
                    pipeline.addLast(
                            new LengthFieldBasedFrameDecoder(
                                    limits.requestBytes(), 0, LENGTH_BYTES, 0, LENGTH_BYTES));
                    pipeline.addLast(new LengthFieldPrepender(LENGTH_BYTES));
                    pipeline.addLast(gate);
                    pipeline.addLast(new ThriftConnection(guard, gate, service));
                });
    }
}
