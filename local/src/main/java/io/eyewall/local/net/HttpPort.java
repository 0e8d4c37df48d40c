package io.eyewall.local.net;

import java.net.InetSocketAddress;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import org.apache.storm.shade.io.netty.channel.ChannelPipeline;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpDecoderConfig;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpResponseEncoder;
import org.jspecify.annotations.Nullable;

/** Listens for HTTP/1.1, plain or encrypted. */
public final class HttpPort {
    /** Of a request's first line: arguments may stand in it. */
    static final int MAX_LINE_BYTES = 64 << 10;

    /** Of all its headers. */
    static final int MAX_HEADER_BYTES = 16 << 10;

    private HttpPort() {}

    /**
     * Serves whoever comes, until the port is closed.
     *
     * @param tls makes the server's end of an encrypted connection; null for a plain one
     * @throws PortTakenException if the port is taken or the address isn't ours
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

    /** Puts what speaks HTTP behind the guard of a new connection. */
    static void install(
            ChannelPipeline pipeline,
            ConnectionGuard guard,
            PortLimits limits,
            HttpService service) {
        ConnectionGuard.OneAtATime turns = guard.new OneAtATime();
        pipeline.addLast(
                new HttpHeadDecoder(
                        new HttpDecoderConfig()
                                .setMaxInitialLineLength(MAX_LINE_BYTES)
                                .setMaxHeaderSize(MAX_HEADER_BYTES)));
        pipeline.addLast(new HttpResponseEncoder());
        pipeline.addLast(turns);
        pipeline.addLast(new HttpConnection(limits, guard, turns, service));
    }
}
