package io.eyewall.toolkit.net;

import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.source.SourceBuilder;
import io.eyewall.toolkit.source.SourceSpout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes a spout that is an HTTP server: what is posted to {@code /} is a message, and the answer is
 * 200 when its tuple tree is complete. So it is at least once for clients that post again what was
 * not answered so. A body may be by gzip ({@code Content-Encoding}), and text in the charset that
 * its {@code Content-Type} names: a decoder gets it in UTF-8. Other answers: 400 for what can't be
 * decoded, 413 for more than 1 MiB (without gzip), 415 for another encoding or charset, 503 while
 * {@code maxPending} wait, 504 after a minute (it may come to be done all the same), 401 without
 * the token, 403 for what a web page posts to one that has no token. Use one task.
 *
 * <p>One thread serves all clients, and waits for none: 256 at a time, with 10 s for a header of at
 * most 16 KiB, 30 s for a body, and a minute between two requests; who takes longer is cut off.
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

    /** On the loopback interface. */
    public static HttpSource onPort(int port) {
        return new HttpSource("127.0.0.1", port);
    }

    /**
     * Where other machines reach it.
     *
     * @param token clients send {@code Authorization: Bearer TOKEN}
     */
    public static HttpSource on(String host, int port, String token) {
        HttpSource source = new HttpSource(host, port);
        source.token = Objects.requireNonNull(token, "token");
        if (token.isEmpty()) {
            throw new IllegalArgumentException("who lets others in asks for a token");
        }
        return source;
    }

    /** What a message is; UTF-8 in a field {@code value} unless told otherwise. */
    public HttpSource decode(Decoder with) {
        decoder = with;
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

    /** The spout. */
    public SourceSpout build() {
        String at = host;
        int on = port;
        Decoder with = decoder;
        String secret = token;
        int most = maxPending();
        return spout(
                (task, tasks, conf) -> new HttpReader(at, on, with, secret, most, HttpLimits.USUAL),
                decoder.fields());
    }
}
