package io.eyewall.cluster.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.eyewall.cluster.load.LoadBook;
import io.eyewall.web.WebSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a generator whose folder is on a full disk of 1 MiB. */
@Timeout(60)
class GeneratorFullDiskIT {
    @TempDir private Path disk = Path.of(""); // until JUnit sets it

    private static boolean run(String... command) throws Exception {
        return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    @BeforeEach
    void mount() throws Exception {
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString()),
                "no file system of 1 MiB can be mounted here");
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", "-l", disk.toString());
    }

    private void fill() throws IOException {
        try (OutputStream out = Files.newOutputStream(disk.resolve("filler"))) {
            byte[] some = new byte[4096];
            while (true) {
                out.write(some);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
    }

    private GeneratorServer start() throws IOException {
        return GeneratorServer.start(
                disk.resolve("state"),
                WebSettings.loopback(0),
                null,
                null,
                new MeasuredLoads(new LoadBook(InstantSource.system())),
                List.of());
    }

    private static HttpResponse<String> send(GeneratorServer server, String method, String body)
            throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.address() + "/v1/schedule"))
                                .header("Content-Type", "application/json")
                                .method(method, HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    private static String use(String algorithm) {
        return "{\"algorithm\": \"%s\", \"parameters\": {}, \"periodSec\": 300}"
                .formatted(algorithm);
    }

    @Test
    void settingsAreChangedWhollyOrNotAtAllAndItSaysWhy() throws Exception {
        try (GeneratorServer server = start()) {
            assertThat(send(server, "PUT", use("tstorm")).statusCode()).isEqualTo(200);
            fill();
            HttpResponse<String> refused = send(server, "PUT", use("affinity"));
            assertThat(refused.statusCode()).isGreaterThanOrEqualTo(500);
            assertThat(refused.body().replace("\\/", "/"))
                    .contains("No space left", disk.toString());
            assertThat(send(server, "GET", "").body()).contains("\"algorithm\":\"tstorm\"");
        }
        try (GeneratorServer again = start()) {
            assertThat(send(again, "GET", "").body()).contains("\"algorithm\":\"tstorm\"");
            assertThatThrownBy(this::start)
                    .hasMessageContaining("another generator runs with the folder");
            Files.delete(disk.resolve("filler"));
            assertThat(send(again, "PUT", use("affinity")).statusCode()).isEqualTo(200);
        }
        try (GeneratorServer last = start()) {
            assertThat(send(last, "GET", "").body()).contains("\"algorithm\":\"affinity\"");
        }
    }
}
