package io.eyewall.local.net;

import org.apache.storm.shade.io.netty.handler.codec.http.HttpDecoderConfig;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpMessage;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpRequestDecoder;

/**
 * Netty's decoder, but a request that says its length in two ways is refused. Netty would drop the
 * Content-Length; somebody in front of us who goes by that one sees the next request elsewhere than
 * we do, and so lets one pass that it was to stop (RFC 9112, section 6.1).
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
