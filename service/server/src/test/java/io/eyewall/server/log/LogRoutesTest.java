package io.eyewall.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.server.store.StateFolder;
import io.eyewall.web.RequestListener;
import io.eyewall.web.WebServer;
import io.eyewall.web.WebSettings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Log files by HTTP: parts of those that are there, and nothing else. */
@NullUnmarked // fields are set by the framework
@Timeout(120)
class LogRoutesTest {
    private static final String CONTENT = "nobody may read this";
    private static final String ID = "words-1-1700000000";

    @TempDir private Path folder;
    private final HttpClient client = HttpClient.newHttpClient();
    private StateFolder state;
    private TopologyLogs logs;
    private WebServer server;

    @BeforeEach
    void start() throws Exception {
        state = StateFolder.open(folder.resolve("state"));
        Files.createDirectories(state.logs(ID));
        Files.writeString(state.logs(ID).resolve("worker.log"), "one\ntwo\n\u00e4\n");
        Files.writeString(state.logs(ID).resolve("worker.log.1"), "before\n");
        Files.writeString(state.logs(ID).resolve("heap.hprof"), CONTENT);
        Files.writeString(folder.resolve("secret"), CONTENT);
        Files.createSymbolicLink(state.logs(ID).resolve("worker.log.2"), folder.resolve("secret"));
        Files.createSymbolicLink(state.logs("linked-1-1"), folder);
        logs = new TopologyLogs(state, 5);
        server =
                WebServer.start(
                        WebSettings.loopback(0),
                        new LogRoutes(logs).routes(),
                        RequestListener.NONE);
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
        state.close();
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(server.address() + "/api/v1/" + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void servesTheEndOfAFileOrAPartOfIt() throws Exception {
        HttpResponse<String> end = get("log?file=" + ID + "%2F1024%2Fworker.log");
        assertThat(end.body()).isEqualTo("one\ntwo\n\u00e4\n");
        assertThat(end.headers().firstValue("Content-Type")).hasValue("text/plain; charset=utf-8");
        assertThat(end.headers().firstValue("X-Log-Size")).hasValue("11");

        assertThat(get("log?file=" + ID + "/1024/worker.log&start=4&length=3").body())
                .isEqualTo("two");
        assertThat(get("log?file=" + ID + "/worker.log&length=3").body()).isEqualTo("\u00e4\n");
        assertThat(get("log?file=" + ID + "/worker.log&start=9999999999").body()).isEmpty();
        assertThat(get("log?file=" + ID + "/worker.log.1").body()).isEqualTo("before\n");
        assertThat(get("download?file=" + ID + "/1024/worker.log").body())
                .isEqualTo("one\ntwo\n\u00e4\n");
    }

    @Test
    void listsWhatThereIs() throws Exception {
        assertThat(get("listLogs?topologyId=" + ID + "&port=1024").body())
                .isEqualTo(
                        "[\"%s\\/1024\\/worker.log\",\"%s\\/1024\\/worker.log.1\"]"
                                .formatted(ID, ID));
        assertThat(get("listLogs").body()).contains("worker.log.1").doesNotContain("linked");
        assertThat(get("listLogs?topologyId=..").body()).isEqualTo("[]");
    }

    /** Otherwise a list of all files would fail because one topology's logs are the oldest. */
    @Test
    void aFolderThatIsRemovedMeanwhileHasNoLogs() throws Exception {
        assertThat(TopologyLogs.fileNamesIn(state.logs(ID)))
                .containsExactly("worker.log", "worker.log.1");
        assertThat(TopologyLogs.fileNamesIn(state.logs("words-0-1"))).isEmpty();
    }

    @Test
    void nothingElseIsServed() throws Exception {
        for (String file :
                List.of(
                        ID + "/worker.log.2", // a link
                        ID + "/heap.hprof",
                        "linked-1-1/secret",
                        "linked-1-1/worker.log",
                        "../secret",
                        "..%2Fsecret",
                        "../server.lock",
                        ID + "/..%2F..%2Fserver.lock",
                        ID + "/1024/../../server.lock",
                        "./worker.log",
                        "%2Fetc/passwd",
                        "%00/worker.log",
                        ID + "%00/worker.log",
                        "/worker.log",
                        "")) {
            for (String route : List.of("log", "download")) {
                HttpResponse<String> answer = get(route + "?file=" + file);
                assertThat(answer.statusCode()).as(file).isIn(400, 404);
                assertThat(answer.body()).as(file).doesNotContain(CONTENT).contains("error");
            }
        }
        assertThat(get("log").statusCode()).isEqualTo(400);
        assertThat(get("log?file=" + ID + "/worker.log&length=0").body()).contains("1 to 1048576");
        assertThat(get("log?file=" + ID + "/worker.log&length=x").statusCode()).isEqualTo(400);
        assertThat(get("log?file=" + ID + "/worker.log&start=-1").statusCode()).isEqualTo(400);
    }

    @Test
    void aNameStandsForTheLastTopologyThatHadIt() throws Exception {
        Files.createDirectories(state.logs("words-more-1-1"));
        assertThat(logs.logOf("words").orElseThrow().read(null, 1).lines())
                .containsExactly("\u00e4");
        assertThat(logs.logOf(ID)).isPresent();
        assertThat(logs.logOf("linked")).isEmpty();
        assertThat(logs.logOf("")).isEmpty();
        assertThat(logs.logOf("..")).isEmpty();
    }
}
