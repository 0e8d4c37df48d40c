package io.eyewall.toolkit.net;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpHeaderNames;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpMessage;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpUtil;
import org.jspecify.annotations.Nullable;

/**
 * The encoding of a request's body, according to its headers.
 *
 * @param isGzip whether the body is compressed by gzip
 * @param charset charset of a text that is not in UTF-8 already; null: the bytes are passed on
 *     unchanged
 */
record RequestBody(boolean isGzip, @Nullable Charset charset) {
    static final RequestBody UNENCODED = new RequestBody(false, null);

    /** Returns the encoding of a request's body, or null if it is not supported (status 415). */
    static @Nullable RequestBody fromHeaders(HttpMessage request) {
        String encoding =
                request.headers()
                        .get(HttpHeaderNames.CONTENT_ENCODING, "identity")
                        .toLowerCase(Locale.ROOT)
                        .strip();
        boolean isGzip = encoding.equals("gzip") || encoding.equals("x-gzip");
        if (!isGzip && !encoding.equals("identity") && !encoding.isEmpty()) {
            return null;
        }
        CharSequence name = HttpUtil.getCharsetAsSequence(request);
        if (name == null) {
            return new RequestBody(isGzip, null);
        }
        try {
            Charset charset = Charset.forName(name.toString().replace("\"", "").strip());
            return new RequestBody(isGzip, charset.equals(StandardCharsets.UTF_8) ? null : charset);
        } catch (UnsupportedCharsetException | java.nio.charset.IllegalCharsetNameException e) {
            return null;
        }
    }

    /**
     * Returns the decoded body; text is converted to UTF-8.
     *
     * @return null if the decoded body is longer than {@code maxBytes} (status 413)
     * @throws IOException if the body does not match its headers (status 400)
     */
    byte @Nullable [] decode(byte[] sent, int maxBytes) throws IOException {
        byte[] bytes = sent;
        if (isGzip) {
            try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(sent))) {
                bytes = in.readNBytes(maxBytes + 1);
            }
        }
        if (bytes.length > maxBytes) {
            return null;
        }
        if (charset == null) {
            return bytes;
        }
        CharBuffer text = charset.newDecoder().decode(ByteBuffer.wrap(bytes));
        ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(text);
        byte[] exact = new byte[utf8.remaining()];
        utf8.get(exact);
        return exact.length > maxBytes ? null : exact;
    }
}
