package io.eyewall.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.eyewall.console.action.PlacementChoice;
import io.eyewall.console.memory.HistoryFolder;
import io.eyewall.control.MoveService;
import io.eyewall.control.ProcessCalls;
import io.eyewall.control.flame.FlameService;
import io.eyewall.control.log.LogService;
import io.eyewall.control.log.LogTail;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.model.calibration.MachineConstants;
import io.eyewall.web.RequestListener;
import io.eyewall.web.WebServer;
import io.eyewall.web.WebSettings;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a page is told of live topologies, and what it can do with them. */
class ConsoleSiteTest {
    private static final CopyOnWriteArrayList<String> CHOSEN = new CopyOnWriteArrayList<>();
    private static TestTopologies topologies;
    private static ConsoleSite site;
    private static WebServer server;
    private static Page page;
    private static String key;

    private static final class Choice implements PlacementChoice {
        @Override
        public Set<String> algorithms() {
            return Set.of("affinity", "off");
        }

        @Override
        public void use(RunningTopology topology, String algorithm) {
            CHOSEN.add(algorithm);
        }
    }

    private static final LogTail LOG = new LogTail(StandardCharsets.UTF_8);

    private static ProcessCalls calls() {
        return new ProcessCalls(
                Map.of(
                        LogService.NAME,
                        new LogService(id -> Optional.of(LOG)),
                        MoveService.NAME,
                        new MoveService(topologies::livePlacement),
                        FlameService.NAME,
                        new FlameService(topologies::running)));
    }

    @BeforeAll
    static void start() throws Exception {
        topologies = new TestTopologies();
        topologies.start("line", TestTopologies.line());
        site =
                new ConsoleSite(
                        topologies::running,
                        new Choice(),
                        calls(),
                        Optional.of(MachineConstants.ASSUMED),
                        HistoryFolder.NONE,
                        Page.PERIOD);
        server = WebServer.start(WebSettings.loopback(0), site.routes(), RequestListener.NONE);
        page = new Page(server.address());
        key = page.key("line");
    }

    @AfterAll
    static void end() {
        server.close();
        site.close();
        topologies.close();
    }

    @Test
    void whoComesIsToldTheWholeAndThenWhatChanges() throws Exception {
        JsonNode plan = page.event(key, "plan", p -> true).get("structure");
        assertThat(plan.get("components").findValuesAsText("id"))
                .containsExactly("idle", "numbers", "relay", "slow");
        assertThat(plan.get("edges").findValuesAsText("grouping"))
                .containsExactlyInAnyOrder("shuffle", "shuffle", "fields n");
        assertThat(plan.get("executors")).hasSize(5);
        assertThat(plan.get("tasks")).hasSize(7);

        JsonNode full = page.event(key, "tick", tick -> tick.get("full").asBoolean());
        assertThat(full.get("components")).hasSize(4);
        assertThat(full.get("crossing")).hasSize(2);

        JsonNode delta =
                page.event(
                        key,
                        "tick",
                        tick ->
                                !tick.get("full").asBoolean()
                                        && tick.get("totals").get("perSec").asDouble() > 0
                                        && tick.get("totals").get("p99Ns").asLong() > 0);
        assertThat(delta.get("seq").asLong()).isGreaterThan(full.get("seq").asLong());
        assertThat(delta.get("components").has("0")).as("the idle one is sent again").isFalse();
    }

    @Test
    void remembersForThoseWhoComeLater() throws Exception {
        JsonNode history = page.event(key, "history", points -> true);
        assertThat(history.get("timeMs").size()).isEqualTo(history.get("p99Ns").size());
        JsonNode log = page.event(key, "log", entries -> !entries.isEmpty());
        assertThat(log.findValuesAsText("kind")).contains("STATUS");
    }

    @Test
    void theNextConsoleShowsWhatThisOneHasSeen(@TempDir Path temp) throws Exception {
        JsonNode seen = null;
        for (int i = 0; i < 2; i++) {
            try (ConsoleSite one =
                            new ConsoleSite(
                                    topologies::running,
                                    new Choice(),
                                    calls(),
                                    Optional.of(MachineConstants.ASSUMED),
                                    HistoryFolder.in(temp),
                                    Page.PERIOD);
                    WebServer its =
                            WebServer.start(
                                    WebSettings.loopback(0), one.routes(), RequestListener.NONE)) {
                Page shown = new Page(its.address());
                String line = shown.key("line");
                if (seen == null) {
                    shown.event(line, "tick", tick -> tick.get("seq").asInt() > 3);
                    seen = shown.event(line, "history", points -> true).get("timeMs");
                    assertThat(seen).isNotEmpty();
                } else {
                    JsonNode again = shown.event(line, "history", points -> true).get("timeMs");
                    assertThat(again.get(0)).isEqualTo(seen.get(0));
                }
            }
        }
    }

    @Test
    void theLogIsFollowed() throws Exception {
        LOG.write("12:00 [main] WARN a.B - first <b>\n".getBytes(StandardCharsets.UTF_8));
        page.event(key, "lines", lines -> lines.toString().contains("first <b>"));
        CompletableFuture<JsonNode> second =
                CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return page.event(
                                        key, "lines", lines -> lines.toString().contains("second"));
                            } catch (Exception e) {
                                throw new IllegalStateException(e);
                            }
                        });
        LOG.write("second\u0007\n".getBytes(StandardCharsets.UTF_8));

        JsonNode lines = second.get(60, TimeUnit.SECONDS);
        assertThat(lines.get("lines").toString()).contains("second \"");
        assertThat(lines.get("why").isNull()).isTrue();
    }

    @Test
    void flameGraphsAreRecordedOnDemand() throws Exception {
        String path = "/console/flame?topology=" + key;
        assertThat(page.get(path).statusCode()).isEqualTo(404);
        assertThat(
                        page.postTo(
                                        "/console/flame",
                                        "{\"topology\":\"" + key + "\",\"seconds\":61}")
                                .body())
                .contains("expected 1 to 60");
        assertThat(
                        page.postTo(
                                        "/console/flame",
                                        "{\"topology\":\"" + key + "\",\"seconds\":1}")
                                .statusCode())
                .isEqualTo(202);

        JsonNode flame = page.event(key, "flame", event -> event.get("recording").asInt() == 0);
        assertThat(flame.toString()).contains("\"number\":1", "\"trouble\":null");
        JsonNode graph = new ObjectMapper().readTree(page.get(path).body());
        assertThat(graph.get("title").asText()).contains("line");
        assertThat(graph.get("nodes").get(0).get("parent").asInt()).isEqualTo(-1);
    }

    @Test
    void messagesAreTracedWhileSomebodyLooks() throws Exception {
        String path = "/console/traces?topology=" + key;
        String look = "{\"topology\":\"" + key + "\"}";
        assertThat(page.postTo("/console/traces", look).statusCode()).isEqualTo(202);

        JsonNode state =
                page.event(
                        key,
                        "traces",
                        traces ->
                                traces.get("version").asInt() > 0
                                        && traces.get("every").asInt() > 0);
        assertThat(state.get("trouble").isNull()).isTrue();
        ObjectMapper mapper = new ObjectMapper();
        JsonNode first = mapper.readTree(page.get(path).body()).get(0);
        assertThat(first.get("component").asText()).isEqualTo("numbers");
        String id = first.get("id").asText();
        JsonNode whole = mapper.readTree(page.get(path + "&id=" + id).body());
        assertThat(whole.get("spans").get(0).get("component").asText()).isEqualTo("numbers");
        String edge = path + "&from=numbers&to=relay";
        page.event(key, "traces", traces -> page.has(edge, "\"stream\":\"default\""));
    }

    @Test
    void saysWhatIsWrongWithALookAtTraces() throws Exception {
        String path = "/console/traces";
        assertRefused(400, page.postTo(path, "nonsense"), "not a JSON trace request");
        assertRefused(400, page.postTo(path, "null"), "expected 'topology'");
        assertRefused(400, page.postTo(path, "{}"), "expected 'topology'");
        assertRefused(404, page.postTo(path, "{\"topology\":\"x\"}"), "no topology 'x'");
        assertRefused(404, page.get(path), "no topology ''");
        assertRefused(404, page.get(path + "?topology=x&id=1"), "no topology 'x'");
        assertRefused(404, page.get(path + "?topology=" + key + "&id=1"), "'1' is not kept");
    }

    @Test
    void movesAnExecutorByHand() throws Exception {
        int task = topologies.running().get(0).plan().component("idle").taskIds().get(0);
        assertThat(
                        page.post(
                                        "{\"topology\":\""
                                                + key
                                                + "\",\"action\":\"move\",\"task\":"
                                                + task
                                                + ",\"core\":1}")
                                .statusCode())
                .isEqualTo(202);
        page.event(key, "log", log -> log.toString().contains("to core 1, to stay there: done"));
        assertThat(
                        topologies.running().get(0).metrics().executors().stream()
                                .filter(e -> e.executor().componentId().equals("idle"))
                                .map(ExecutorMetrics::core))
                .containsExactly(1);
    }

    @Test
    void aKeyThatNobodyHasGetsTheListAlone() throws Exception {
        JsonNode list = page.event("nobody%&", "list", l -> !l.isEmpty());
        assertThat(list.findValuesAsText("name")).contains("line");
    }

    @Test
    void rebalances() throws Exception {
        assertThat(
                        page.post(
                                        "{\"topology\":\""
                                                + key
                                                + "\",\"action\":\"rebalance\",\"executors\":{\"relay\":4}}")
                                .statusCode())
                .isEqualTo(202);

        JsonNode plan =
                page.event(key, "plan", p -> p.get("structure").get("executors").size() == 7);
        assertThat(plan.get("structure").get("components").get(2).get("executors").asInt())
                .isEqualTo(4);
        page.event(key, "log", log -> log.toString().contains("from 2 to 4 executors"));
        page.event(key, "log", log -> log.toString().contains("rebalance relay to 4: done"));
    }

    @Test
    void whatIsRefusedIsSaidOnTheTimeLine() throws Exception {
        assertThat(
                        page.post(
                                        "{\"topology\":\""
                                                + key
                                                + "\",\"action\":\"rebalance\",\"executors\":{\"nobody\":4}}")
                                .statusCode())
                .isEqualTo(202);
        page.event(key, "log", log -> log.toString().contains("has no component 'nobody'"));
    }

    @Test
    void choosesThePlacement() throws Exception {
        assertThat(page.get("/console/choices").body())
                .isEqualTo("{\"algorithms\":[\"affinity\",\"off\"]}");
        assertThat(
                        page.post(
                                        "{\"topology\":\""
                                                + key
                                                + "\",\"action\":\"placement\",\"algorithm\":\"off\"}")
                                .statusCode())
                .isEqualTo(202);
        page.event(key, "log", log -> log.toString().contains("placement by off: from now on"));
        assertThat(CHOSEN).contains("off");
    }

    @Test
    void saysWhatIsWrongWithARequest() throws Exception {
        String begin = "{\"topology\":\"" + key + "\",\"action\":";
        assertRefused(400, page.post("nonsense"), "not a JSON action");
        assertRefused(400, page.post("null"), "expected 'topology'");
        assertRefused(400, page.post("{}"), "expected 'topology'");
        assertRefused(400, page.post(begin + "\"explode\"}"), "there is no action 'explode'");
        assertRefused(400, page.post(begin + "\"kill\",\"waitSecs\":-1}"), "expected 0 to 3600");
        assertRefused(400, page.post(begin + "\"kill\",\"x\":1}"), "x");
        assertRefused(400, page.post(begin + "\"rebalance\"}"), "expected 'executors'");
        assertRefused(
                400, page.post(begin + "\"placement\",\"algorithm\":\"no\"}"), "no placement 'no'");
        assertRefused(
                404, page.post("{\"topology\":\"x\",\"action\":\"kill\"}"), "no topology 'x'");
        assertRefused(415, page.post("{}", "text/plain"), "application/json");
        assertThat(page.get("/console/action").statusCode()).isEqualTo(405);
        assertThat(topologies.running().get(0).status()).isEqualTo(TopologyStatus.ACTIVE);
    }

    private static void assertRefused(int status, HttpResponse<String> answer, String why) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains(why);
    }

    @Test
    void deactivatesActivatesAndKills() throws Exception {
        RunningTopology victim = topologies.start("victim", TestTopologies.line());
        String victimKey = page.key("victim");
        String begin = "{\"topology\":\"" + victimKey + "\",\"action\":";

        assertThat(page.post(begin + "\"deactivate\"}").statusCode()).isEqualTo(202);
        page.event(victimKey, "log", log -> log.toString().contains("inactive: spouts"));
        assertThat(page.post(begin + "\"activate\"}").statusCode()).isEqualTo(202);
        page.event(victimKey, "tick", tick -> tick.toString().contains("ACTIVE"));
        assertThat(page.post(begin + "\"kill\",\"waitSecs\":0}").statusCode()).isEqualTo(202);

        assertThat(victim.await(Duration.ofSeconds(60))).isTrue();
        JsonNode end =
                page.event(
                        victimKey,
                        "tick",
                        tick ->
                                tick.toString().contains("ENDED")
                                        && tick.get("totals").get("perSec").asDouble() == 0);
        assertThat(end.get("totals").get("p99Ns").asLong()).isZero();
    }

    @Test
    void errorsComeAsTheyAre() throws Exception {
        topologies.start("hostile", TestTopologies.hostile());
        JsonNode log =
                page.event(
                        page.key("hostile"),
                        "log",
                        entries -> entries.findValuesAsText("kind").contains("ERROR"));
        JsonNode error = log.get(log.size() - 1);
        assertThat(error.get("component").asText()).isEqualTo(TestTopologies.HOSTILE);
        assertThat(error.get("text").asText()).contains(TestTopologies.HOSTILE);
    }

    @Test
    void thePageIsThereWithItsPolicy() throws Exception {
        HttpResponse<String> index = page.get("/");
        assertThat(index.statusCode()).isEqualTo(200);
        assertThat(index.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("default-src 'self'")
                .doesNotContain("unsafe");
        assertThat(index.body()).doesNotContain("style=").doesNotContain("http:");
        for (String file : new String[] {"/main.js", "/layout.js", "/base.css", "/icon.svg"}) {
            assertThat(page.get(file).statusCode()).as(file).isEqualTo(200);
        }
    }
}
