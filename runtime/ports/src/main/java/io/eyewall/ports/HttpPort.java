package io.eyewall.ports;

import java.net.InetSocketAddress;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import org.apache.storm.shade.io.netty.channel.ChannelPipeline;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpDecoderConfig;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpResponseEncoder;
import org.jspecify.annotations.Nullable;

/** Listens for HTTP/1.1, plain or encrypted. Any thread may call. */
public final class HttpPort {
    /** The longest request line, in bytes; it may contain arguments. */
    static final int MAX_LINE_BYTES = 64 << 10;

    /** The limit for all headers of a request, in bytes. */
    static final int MAX_HEADER_BYTES = 16 << 10;

    private HttpPort() {}

    /**
     * Opens a port and serves clients until it is closed.
     *
     * @param tls creates the server's end of an encrypted connection; null for plain connections
     * @throws PortTakenException if the port is in use or the address is not of this machine
     */
    public static TcpPort listen(
            InetSocketAddress address,
            IoThreads threads,
            PortLimits limits,
            @Nullable Supplier<SSLEngine> tls,
            HttpService service)
            throws PortTakenException {
        return TcpPort.listen(
                address,
                threads,
                limits,
                tls,
                (pipeline, guard) -> install(pipeline, guard, limits, service));
    }

    /** Adds the handlers of HTTP after the guard of a new connection. */
    static void install(
            ChannelPipeline pipeline,
            ConnectionGuard guard,
            PortLimits limits,
            HttpService service) {
        ConnectionGuard.RequestGate gate = guard.new RequestGate();
        pipeline.addLast(
                new HttpHeadDecoder(
                        new HttpDecoderConfig()
                                .setMaxInitialLineLength(MAX_LINE_BYTES)
                                .setMaxHeaderSize(MAX_HEADER_BYTES)));
        pipeline.addLast(new HttpResponseEncoder());
        pipeline.addLast(gate);
        pipeline.addLast(new HttpConnection(limits, guard, gate, service));
    }
}
