package io.eyewall.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where pages say that logs are: here, unless somebody has configured a log viewer. */
@Timeout(120)
class LogLinksTest {
    private static final String STORM_PORT = ":8000";

    @TempDir private Path folder = Path.of(""); // until JUnit sets it

    @AfterEach
    void forget() {
        System.clearProperty("storm.options");
        System.clearProperty("storm.conf.file");
    }

    @Test
    void theyAreHereWhereNobodySaysOtherwise() throws Exception {
        try (EyewallServer server = new ServerFolder(folder).start()) {
            int own = URI.create(server.webAddress()).getPort();
            assertThat(nimbusPage(server)).contains(":" + own).doesNotContain(STORM_PORT);
        }
    }

    @Test
    void stormsUsualPortCountsWhereItIsConfigured() throws Exception {
        System.setProperty("storm.options", "logviewer.port=8000");
        try (EyewallServer server = new ServerFolder(folder).start()) {
            assertThat(nimbusPage(server)).contains(STORM_PORT);
        }
        System.clearProperty("storm.options");
        Path file = Files.writeString(folder.resolve("own.yaml"), "logviewer.port: 8000\n");
        System.setProperty("storm.conf.file", file.toString());
        try (EyewallServer server = new ServerFolder(folder).start()) {
            assertThat(nimbusPage(server)).contains(STORM_PORT);
        }
    }

    private static String nimbusPage(EyewallServer server) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(
                                        URI.create(server.webAddress() + "/api/v1/nimbus/summary"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
