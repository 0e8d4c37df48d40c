package io.eyewall.cluster.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.eyewall.plugin.wire.LoadReport;
import io.eyewall.web.RequestListener;
import io.eyewall.web.WebServer;
import io.eyewall.web.WebSettings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoadsHandlerTest {
    private final LoadBook book = new LoadBook(InstantSource.system());
    private final HttpClient client = HttpClient.newHttpClient();
    private WebServer server;

    LoadsHandlerTest() throws Exception {
        server =
                WebServer.start(
                        WebSettings.loopback(0),
                        List.of(LoadsHandler.route(book)),
                        RequestListener.NONE);
    }

    @BeforeEach
    void isThere() {
        assertThat(server.port()).isPositive();
    }

    @AfterEach
    void close() {
        server.close();
    }

    private HttpResponse<String> send(String method, String body) throws Exception {
        return send(method, "", body);
    }

    private HttpResponse<String> send(String method, String query, String body) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(server.address() + LoadsHandler.PATH + query))
                        .method(method, BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void takesReportsAndSaysWhatBecameOfThem() throws Exception {
        String report = Reports.of("t", "n", "run", 1).executor("a", 1, 1, 0.5).report(1).toJson();
        HttpResponse<String> first = send("POST", report);
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.body()).isEqualTo("{\"taken\":\"counted\"}");
        assertThat(send("POST", report).body()).isEqualTo("{\"taken\":\"repeated\"}");
        assertThat(book.topologies()).containsExactly("t");
    }

    @Test
    void answersWhatIsKnownOfATopology() throws Exception {
        book.addReport(
                Reports.of("my words", "n", "run", 1)
                        .executor("a", 1, 2, 0.5)
                        .sent(2, 3, 100)
                        .report(7));

        HttpResponse<String> answer = send("GET", "?topology=my+words", "");

        assertThat(answer.statusCode()).isEqualTo(200);
        TopologyReading reading =
                new ObjectMapper().readValue(answer.body(), TopologyReading.class);
        assertThat(reading)
                .isEqualTo(
                        new TopologyReading(
                                "my words",
                                List.of(
                                        new TopologyReading.Executor(
                                                "a",
                                                1,
                                                2,
                                                "n",
                                                "run",
                                                7,
                                                20,
                                                false,
                                                0.5,
                                                10,
                                                List.of(new TopologyReading.Flow(3, 5, 50)))),
                                List.of(new TopologyReading.Node("n", "host-n", 4))));
        HttpResponse<String> unknown = send("GET", "?topology=other", "");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(unknown.body()).contains("'other'").contains("[my words]");
        assertThat(send("GET", "", "").statusCode()).isEqualTo(400);
    }

    @Test
    void refusesAllElse() throws Exception {
        assertThat(send("PUT", "").statusCode()).isEqualTo(405);
        HttpResponse<String> wrong = send("POST", "{\"version\":1}");
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.body()).contains("load report.topology: expected text");
        assertThat(send("POST", "x".repeat(LoadReport.MAX_CHARS)).statusCode()).isEqualTo(400);
        assertThat(send("POST", "x".repeat(LoadReport.MAX_CHARS + 1)).statusCode()).isEqualTo(413);
        assertThat(book.topologies()).isEmpty();
    }
}
