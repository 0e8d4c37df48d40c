package io.eyewall.cluster.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cluster.load.LoadBook;
import io.eyewall.web.WebSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a running generator reports about itself by HTTP. */
@Timeout(60)
class GeneratorHealthTest {
    @TempDir private Path state = Path.of(""); // until JUnit sets it

    private final HttpClient http = HttpClient.newHttpClient();

    private HttpResponse<String> get(GeneratorServer server, String path)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create(server.address() + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private void await(GeneratorServer server, int status)
            throws IOException, InterruptedException {
        while (get(server, "/healthz").statusCode() != status) {
            Thread.onSpinWait(); // the generator steps twice a second
        }
    }

    @Test
    void isNotWellWhileItsDatabaseIsGone() throws Exception {
        AtomicReference<Optional<String>> gone = new AtomicReference<>(Optional.empty());
        try (GeneratorServer server =
                GeneratorServer.start(
                        state,
                        WebSettings.loopback(0),
                        null,
                        null,
                        new MeasuredLoads(new LoadBook(InstantSource.system()), gone::get),
                        List.of())) {
            await(server, 200);
            assertThat(get(server, "/v1/schedule").body()).contains("\"problem\":null");

            gone.set(Optional.of("jdbc of a test: refused"));
            await(server, 503);
            String why = "loads are kept in memory only: jdbc of a test: refused";
            assertThat(get(server, "/healthz").body()).contains(why);
            assertThat(get(server, "/v1/schedule").body()).contains("\"problem\":\"" + why);

            gone.set(Optional.empty());
            await(server, 200);
        }
    }
}
