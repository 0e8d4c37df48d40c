package io.eyewall.toolkit.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.source.Incoming;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Decodes bodies in the encodings that clients use. */
class RequestBodyTest {
    private static final String TEXT = "Grüße, 世界";

    private final HttpReader reader =
            new HttpReader("127.0.0.1", 0, Decoder.text("value"), "", 10, HttpLimits.DEFAULT);
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeEach
    void setUp() throws Exception {
        reader.open();
    }

    @AfterEach
    void tearDown() {
        reader.close();
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(compressed)) {
            out.write(bytes);
        }
        return compressed.toByteArray();
    }

    /** Posts a body and returns the values of the message, or the status of the answer. */
    private List<Object> post(byte[] body, @Nullable String type, @Nullable String encoding)
            throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + reader.port() + "/"))
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        if (type != null) {
            request.header("Content-Type", type);
        }
        if (encoding != null) {
            request.header("Content-Encoding", encoding);
        }
        CompletableFuture<HttpResponse<Void>> answer =
                client.sendAsync(request.build(), HttpResponse.BodyHandlers.discarding());
        List<Object> come = new ArrayList<>();
        while (!answer.isDone()) {
            for (Incoming each : reader.poll()) {
                come.addAll(each.values());
                reader.done(each);
            }
            Thread.onSpinWait();
        }
        int status = answer.get().statusCode();
        return status == 200 ? come : List.of(status);
    }

    @Test
    void decodesTextInTheCharsetOfTheHeader() throws Exception {
        for (String charset : List.of("utf-8", "UTF-16", "GB18030", "\"utf-16le\"")) {
            byte[] body = TEXT.getBytes(Charset.forName(charset.replace("\"", "")));
            assertThat(post(body, "text/plain; charset=" + charset, null))
                    .as(charset)
                    .containsExactly(TEXT);
        }
        byte[] latin = "Grüße".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(post(latin, "text/plain;charset=iso-8859-1; x=y", null))
                .containsExactly("Grüße");
        assertThat(post(latin, "text/plain", null)).containsExactly(400);
        assertThat(post(latin, "text/plain; charset=us-ascii", null)).containsExactly(400);
        assertThat(post(latin, "text/plain; charset=klingon", null)).containsExactly(415);
        assertThat(post(latin, "text/plain; charset=?!", null)).containsExactly(415);
        byte[] utf8 = TEXT.getBytes(StandardCharsets.UTF_8);
        assertThat(post(utf8, "application/json", null)).containsExactly(TEXT);
        assertThat(post(utf8, null, null)).containsExactly(TEXT);
    }

    @Test
    void decompressesGzipBodies() throws Exception {
        byte[] utf8 = TEXT.getBytes(StandardCharsets.UTF_8);
        for (String gzip : List.of("gzip", "GZIP", "x-gzip")) {
            assertThat(post(gzip(utf8), null, gzip)).as(gzip).containsExactly(TEXT);
        }
        byte[] utf16 = TEXT.getBytes(StandardCharsets.UTF_16LE);
        assertThat(post(gzip(utf16), "text/plain; charset=UTF-16LE", "gzip")).containsExactly(TEXT);
        assertThat(post(utf8, null, "identity")).containsExactly(TEXT);
        assertThat(post(utf8, null, "gzip")).containsExactly(400);
        byte[] cut = gzip(utf8);
        assertThat(post(java.util.Arrays.copyOf(cut, cut.length - 9), null, "gzip"))
                .containsExactly(400);
        for (String other : List.of("br", "deflate", "gzip, gzip", "zstd")) {
            assertThat(post(gzip(utf8), null, other)).as(other).containsExactly(415);
        }
    }

    /** The limit applies to the decoded body, however small the compressed one is. */
    @Test
    void limitsTheDecodedSize() throws Exception {
        int most = HttpLimits.DEFAULT.bodyBytes();
        assertThat(post(gzip(new byte[most]), null, "gzip").get(0)).asString().hasSize(most);
        assertThat(post(gzip(new byte[most + 1]), null, "gzip")).containsExactly(413);
        assertThat(post(gzip(new byte[100 << 20]), null, "gzip")).containsExactly(413);
    }
}
