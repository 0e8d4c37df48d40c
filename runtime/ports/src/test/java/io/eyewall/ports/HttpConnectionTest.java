package io.eyewall.ports;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.storm.shade.io.netty.buffer.ByteBuf;
import org.apache.storm.shade.io.netty.buffer.Unpooled;
import org.apache.storm.shade.io.netty.channel.Channel;
import org.apache.storm.shade.io.netty.channel.ChannelInitializer;
import org.apache.storm.shade.io.netty.channel.embedded.EmbeddedChannel;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests one connection without a network, on a clock that the test advances. */
class HttpConnectionTest {
    private static final int PATIENCE_MS = 10_000;
    private static final PortLimits LIMITS = new PortLimits(16, PATIENCE_MS, 1_000, 1 << 20);
    private static final String POST = "POST /a HTTP/1.1\r\nHost: localhost\r\n";

    private final List<String> asked = new ArrayList<>();
    private final EmbeddedChannel connection =
            new EmbeddedChannel(
                    new ChannelInitializer<Channel>() {
                        @Override
                        protected void initChannel(Channel channel) {
                            install(channel);
                        }
                    });

    private void install(Channel channel) {
        ConnectionGuard guard =
                new ConnectionGuard(
                        LIMITS, new OpenConnections(16), new ByteBudget(LIMITS.heldBytes()));
        channel.pipeline().addLast(guard);
        HttpPort.install(
                channel.pipeline(),
                guard,
                LIMITS,
                new HttpService() {
                    @Override
                    public @Nullable HttpAnswer refuse(HttpHead head) {
                        return null;
                    }

                    @Override
                    public CompletableFuture<HttpAnswer> answer(HttpHead head, byte[] body) {
                        asked.add(head.path() + ":" + new String(body, StandardCharsets.US_ASCII));
                        return CompletableFuture.completedFuture(HttpAnswer.text("ok"));
                    }
                });
    }

    private void send(String text) {
        connection.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1));
    }

    private String answers() {
        StringBuilder all = new StringBuilder();
        ByteBuf piece;
        while ((piece = connection.readOutbound()) != null) {
            all.append(piece.toString(StandardCharsets.ISO_8859_1));
            piece.release();
        }
        return all.toString();
    }

    @Test
    void aRequestThatComesByteByByteForTooLongIsCutOff() {
        connection.freezeTime();
        send(POST + "Content-Length: 500\r\n\r\n");
        int tookMs = 0;
        while (connection.isOpen() && tookMs < 2 * PATIENCE_MS) {
            send("x");
            connection.advanceTimeBy(300, TimeUnit.MILLISECONDS);
            connection.runScheduledPendingTasks();
            tookMs += 300;
        }

        assertThat(tookMs).isBetween(PATIENCE_MS, PATIENCE_MS + 1_500);
        assertThat(answers()).startsWith("HTTP/1.1 408");
        assertThat(asked).isEmpty();
    }

    @Test
    void aRequestWithTwoLengthsIsRefused() {
        send(POST + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n");
        send("0\r\n\r\nGET /b HTTP/1.1\r\nHost: localhost\r\n\r\n");

        assertThat(answers()).startsWith("HTTP/1.1 400").doesNotContain(" 200 ");
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /a HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n",
                "POST /a HTTP/1.1\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n",
                "POST /a HTTP/1.1\r\nTransfer-Encoding: identity\r\n",
                "POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n"
            })
    void aRequestWhoseEndIsADoubtIsRefused(String head) {
        send(head + "Host: localhost\r\n\r\n0\r\n\r\n");

        assertThat(answers()).startsWith("HTTP/1.1 501").doesNotContain(" 200 ");
        assertThat(asked).isEmpty();
    }

    @Test
    void chunksAreARequest() {
        send(POST + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
        send("GET /b HTTP/1.1\r\nHost: localhost\r\n\r\n");

        assertThat(answers()).contains(" 200 ");
        assertThat(asked).containsExactly("/a:abcde", "/b:");
    }
}
