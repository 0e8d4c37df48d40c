package io.eyewall.cluster.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cluster.WholeFile;
import io.eyewall.cluster.load.LoadBook;
import io.eyewall.web.WebSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests the status codes of settings that a generator cannot adopt. */
@Timeout(60)
class ScheduleRoutesTest {
    @TempDir private Path temp = Path.of(""); // until JUnit sets it

    private GeneratorServer start() throws IOException {
        Files.createDirectories(temp.resolve("plugins"));
        return GeneratorServer.start(
                temp.resolve("state"),
                WebSettings.loopback(0),
                temp.resolve("plugins"),
                null,
                new MeasuredLoads(new LoadBook(InstantSource.system())),
                List.of());
    }

    private static HttpResponse<String> use(GeneratorServer server) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.address() + "/v1/schedule"))
                                .header("Content-Type", "application/json")
                                .PUT(
                                        HttpRequest.BodyPublishers.ofString(
                                                "{\"algorithm\": \"tstorm\"}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void answers507WhenTheDiskIsFull() throws Exception {
        try (GeneratorServer server = start()) {
            Files.createSymbolicLink(
                    temp.resolve("state").resolve("settings.json.new"), Path.of("/dev/full"));

            HttpResponse<String> answer = use(server);

            assertThat(answer.statusCode()).isEqualTo(507);
            assertThat(answer.body())
                    .contains("Insufficient Storage", "No space left", "free some space");
        }
    }

    @Test
    void answers500WhenTheFolderCannotBeWrittenTo() throws Exception {
        try (GeneratorServer server = start()) {
            Files.createDirectory(temp.resolve("state").resolve("settings.json.new"));

            HttpResponse<String> answer = use(server);

            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body())
                    .contains("Not Stored", "settings.json", "make the folder writable");
        }
    }

    @Test
    void answers503WhenThePluginsCannotBeRead() throws Exception {
        try (GeneratorServer server = start()) {
            Files.delete(temp.resolve("plugins"));

            HttpResponse<String> answer = use(server);

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("Unusable", "cannot read the plug-ins", "plugins");
        }
    }

    @Test
    void knowsTheMessagesOfFullDisksAndQuotas() {
        for (String message :
                List.of(
                        "No space left on device",
                        "Disk quota exceeded",
                        "Disc quota exceeded",
                        "There is not enough space on the disk")) {
            assertThat(WholeFile.isDiskFull(new IOException(message))).as(message).isTrue();
        }
        assertThat(WholeFile.isDiskFull(new IOException())).isFalse();
        assertThat(WholeFile.isDiskFull(new IOException("Permission denied"))).isFalse();
    }
}
