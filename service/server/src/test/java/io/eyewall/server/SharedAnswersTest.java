package io.eyewall.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.LatencySnapshot;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.engine.metrics.RecentNumbers;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.ports.HttpAnswer;
import io.eyewall.testkit.fake.FakePlans;
import io.eyewall.testkit.fake.FakeTopology;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.web.RequestListener;
import io.eyewall.web.WebRoute;
import io.eyewall.web.WebServer;
import io.eyewall.web.WebSettings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers are counted as they are made. */
@Timeout(60)
class SharedAnswersTest {
    private final AtomicInteger made = new AtomicInteger();
    private final HttpClient client = HttpClient.newHttpClient();
    private final TopologyPlan plan = FakePlans.empty("t", "t-1-2");
    private volatile RecentNumbers numbers = numbers();
    private volatile TopologyStatus status = TopologyStatus.ACTIVE;
    private volatile int code = 200;
    private WebServer server;

    private static RecentNumbers numbers() {
        return new RecentNumbers(
                new TopologyMetrics(
                        List.of(),
                        List.of(),
                        LatencySnapshot.EMPTY,
                        LatencySnapshot.EMPTY,
                        List.of()),
                Map.of(),
                new PlacementReport(Optional.empty(), Optional.empty(), 0),
                Optional.empty());
    }

    private RunningTopology topology() {
        return FakeTopology.answering(
                Map.of("plan", () -> plan, "recent", () -> numbers, "status", () -> status));
    }

    @BeforeEach
    void start() throws Exception {
        SharedAnswers shared = new SharedAnswers(() -> List.of(topology()));
        server =
                WebServer.start(
                        WebSettings.loopback(0),
                        List.of(
                                WebRoute.api(
                                        "/api/v1/", request -> shared.get(request, this::make))),
                        RequestListener.NONE);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpAnswer make() {
        int number = made.incrementAndGet();
        return code == 200
                ? HttpAnswer.text("answer " + number)
                : HttpAnswer.error(code, "Server Error", "answer " + number);
    }

    private String get(String path) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(URI.create(server.address() + "/api/v1/" + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void isMadeOnceForAllUntilSomethingIsAnother() throws Exception {
        assertThat(get("topology/t-1-2")).isEqualTo("answer 1");
        assertThat(get("topology/t-1-2")).isEqualTo("answer 1");
        assertThat(get("topology/t-1-2?window=600")).isEqualTo("answer 2");
        assertThat(get("topology/t-1-2/component/a")).isEqualTo("answer 3");
        assertThat(get("topology/t-1-2/component/a")).isEqualTo("answer 3");

        status = TopologyStatus.INACTIVE;
        assertThat(get("topology/t-1-2")).isEqualTo("answer 4");
        numbers = numbers();
        assertThat(get("topology/t-1-2")).isEqualTo("answer 5");
        assertThat(get("topology/t-1-2")).isEqualTo("answer 5");
    }

    @Test
    void whatIsNoPageOfATopologyThatThereIsIsMadeEachTime() throws Exception {
        for (String path :
                List.of("topology/summary", "topology/t-9-9", "topology/t-1-2/logconfig")) {
            assertThat(get(path)).isNotEqualTo(get(path));
        }
        code = 500;
        assertThat(get("topology/t-1-2")).isNotEqualTo(get("topology/t-1-2"));
    }

    @Test
    void manyDifferentRequestsAreNotKept() throws Exception {
        for (int i = 0; i < 100; i++) {
            get("topology/t-1-2?window=" + i);
        }
        assertThat(get("topology/t-1-2?window=99")).isEqualTo("answer 100");
        assertThat(get("topology/t-1-2?window=0")).isEqualTo("answer 101");
    }
}
