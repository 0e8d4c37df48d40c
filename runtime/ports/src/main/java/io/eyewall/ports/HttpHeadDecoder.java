package io.eyewall.ports;

import org.apache.storm.shade.io.netty.handler.codec.http.HttpDecoderConfig;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpMessage;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpRequestDecoder;

/**
 * Netty's decoder, except that it rejects requests with both Content-Length and Transfer-Encoding.
 * Netty would ignore the Content-Length. A proxy in front of us that uses it would see the next
 * request begin elsewhere, and could let a request pass that it has to block (RFC 9112, section
 * 6.1). Used by the connection's event loop.
 */
final class HttpHeadDecoder extends HttpRequestDecoder {
    HttpHeadDecoder(HttpDecoderConfig config) {
        super(config);
    }

    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
        throw new IllegalArgumentException("both Content-Length and Transfer-Encoding are given");
    }
}
