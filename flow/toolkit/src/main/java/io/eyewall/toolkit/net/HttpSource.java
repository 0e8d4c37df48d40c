package io.eyewall.toolkit.net;

import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.source.SourceBuilder;
import io.eyewall.toolkit.source.SourceSpout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Builds a spout that is an HTTP server: each body posted to {@code /} is a message, and the answer
 * is 200 when the message's tuple tree is complete. Delivery is at least once for clients that
 * repeat posts that were not answered with 200. A body may be compressed ({@code Content-Encoding:
 * gzip}), and text may be in the charset that its {@code Content-Type} names; the decoder receives
 * UTF-8. Use one task. Other answers:
 *
 * <ul>
 *   <li>400: the body cannot be decoded
 *   <li>401: the token is missing or wrong
 *   <li>403: a web page posts to a source without a token
 *   <li>413: the body has more than 1 MiB, after decompression
 *   <li>415: the encoding or charset is not supported
 *   <li>503: {@code maxPending} messages are in flight
 *   <li>504: the message was not done within a minute; it may still be done later
 * </ul>
 *
 * <p>One thread serves all clients and blocks on none. It serves 256 clients at a time, and allows
 * 10 s for a header of at most 16 KiB, 30 s for a body, and a minute between two requests; slower
 * clients are disconnected.
 */
public final class HttpSource extends SourceBuilder<HttpSource> {
    private final String host;
    private final int port;
    private Decoder decoder = Decoder.text("value");
    private String token = "";

    private HttpSource(String host, int port) {
        this.host = Objects.requireNonNull(host, "host");
        this.port = port;
    }

    /** Returns a builder for a source on the loopback interface. */
    public static HttpSource onPort(int port) {
        return new HttpSource("127.0.0.1", port);
    }

    /**
     * Returns a builder for a source that other machines can reach.
     *
     * @param token secret of the clients, which send {@code Authorization: Bearer TOKEN}
     */
    public static HttpSource on(String host, int port, String token) {
        HttpSource source = new HttpSource(host, port);
        source.token = Objects.requireNonNull(token, "token");
        if (token.isEmpty()) {
            throw new IllegalArgumentException(
                    "token is empty: a source that other machines can reach needs one");
        }
        return source;
    }

    /** Sets the decoder of messages; by default text in UTF-8 in a field {@code value}. */
    public HttpSource decode(Decoder messageDecoder) {
        decoder = messageDecoder;
        return this;
    }

    @Override
    protected HttpSource self() {
        return this;
    }

    @Override
    protected @Nullable String whyPositionsBeginAnew() {
        return "each process numbers requests from 0";
    }

    /** Returns the spout. */
    public SourceSpout build() {
        // Local copies, as the serialized factory must not capture this builder.
        String serverHost = host;
        int serverPort = port;
        Decoder messageDecoder = decoder;
        String secret = token;
        int maxInFlight = maxPending();
        return spout(
                (task, tasks, conf) ->
                        new HttpReader(
                                serverHost,
                                serverPort,
                                messageDecoder,
                                secret,
                                maxInFlight,
                                HttpLimits.DEFAULT),
                decoder.fields());
    }
}
