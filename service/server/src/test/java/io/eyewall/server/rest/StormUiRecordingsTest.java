package io.eyewall.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.eyewall.server.Await;
import io.eyewall.server.ServerSite;
import io.eyewall.server.Words;
import io.eyewall.server.rest.Deviation.Kind;
import io.eyewall.web.WebServer;
import io.eyewall.web.WebSettings;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.storm.Config;
import org.apache.storm.LocalCluster;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.utils.NimbusLeaderNotFoundException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Asks what Storm's UI was asked, of topologies of the same shape, over HTTP, and compares status,
 * headers, and name and type of every key with what it answered.
 */
@Timeout(300)
@Tag("more")
class StormUiRecordingsTest {
    private static final String JSON_TYPE = "application/json";

    /** What is done to a topology, in the order that it was recorded in. */
    private static final List<String> CHANGES =
            List.of(
                    "debug.enable",
                    "debug.enable.topology",
                    "debug.enable.component",
                    "debug.disable",
                    "debug.other-action",
                    "debug.component.enable",
                    "debug.component.enable.component",
                    "debug.component.disable",
                    "debug.component.disabled.component",
                    "debug.component.unknown",
                    "debug.no-eventlogger",
                    "debug.no-eventlogger.component",
                    "debug.no-eventlogger.off",
                    "profiling.start",
                    "profiling.start.component",
                    "logconfig.post",
                    "logconfig.after-post",
                    "logconfig.post.remove",
                    "logconfig.words",
                    "logconfig.post.bad-level",
                    "logconfig.post.no-content-type",
                    "deactivate",
                    "deactivate.topology.summary",
                    "deactivate.again",
                    "activate",
                    "activate.again",
                    "activate.callback",
                    "activate.csrf-header",
                    "activate.cross-origin",
                    "rebalance.with-body",
                    "rebalance.topology",
                    "rebalance.topology.summary",
                    "rebalance.while-rebalancing",
                    "activate.while-rebalancing",
                    "rebalance.after.topology.summary",
                    "kill",
                    "kill.topology",
                    "kill.topology.summary",
                    "activate.while-killed",
                    "deactivate.while-killed",
                    "rebalance.while-killed",
                    "kill.again");

    /** Bolts of {@code words} that others subscribe to. */
    private static final Set<String> EMITTING = Set.of("split", "count");

    private final HttpClient client = HttpClient.newHttpClient();
    private final ObjectMapper mapper = new ObjectMapper();
    private final List<String> differences = new ArrayList<>();
    private final Set<Deviation> used = new LinkedHashSet<>();
    private final Set<String> asked = new TreeSet<>();
    private final Map<String, String> replacements = new HashMap<>();

    @Test
    void answersAsStormsUiDid() throws Exception {
        Map<String, Recording> byName = new HashMap<>();
        for (Recording recording : Recording.all()) {
            byName.put(recording.name(), recording);
        }
        try (LocalCluster cluster = new LocalCluster()) {
            Nimbus.Iface nimbus = KeepingNimbus.over(cluster);
            Map<String, Object> conf = cluster.getDaemonConf();
            try (WebServer server = serve(cluster, nimbus, conf)) {
                ask(server, byName, name -> name.startsWith("empty-cluster."));
                submit(cluster);
                ask(server, byName, name -> name.startsWith("just-submitted."));
                awaitTraffic(server);
                ask(server, byName, StormUiRecordingsTest::isReadOnly);
                for (String name : CHANGES) {
                    ask(server, byName, name::equals);
                }
                awaitKilled(cluster);
                ask(server, byName, name -> name.startsWith("kill.after."));
            }
            Map<String, Object> ras = new HashMap<>(conf);
            ras.put("scheduler.display.resource", true);
            ras.put("nimbus.seeds", List.of("localhost", "host-2"));
            ras.put("ui.project.bugtracker.url", "http://host-1/bugs");
            ras.put("ui.central.logging.url", "http://host-1/logs");
            try (WebServer server = serve(cluster, nimbus, ras)) {
                ask(server, byName, name -> name.startsWith("ras."));
            }
            try (WebServer server = serve(cluster, down(), conf)) {
                ask(server, byName, name -> name.startsWith("nimbus-down."));
            }
        }
        assertThat(differences).as("differences that no deviation explains").isEmpty();
        assertThat(asked).as("recordings that were asked").isEqualTo(byName.keySet());
        assertThat(Deviation.ALL).as("deviations that are one").allMatch(used::contains);
    }

    private static boolean isReadOnly(String name) {
        return !CHANGES.contains(name)
                && !name.startsWith("empty-cluster.")
                && !name.startsWith("just-submitted.")
                && !name.startsWith("kill.after.")
                && !name.startsWith("nimbus-down.")
                && !name.startsWith("ras.");
    }

    private static WebServer serve(
            LocalCluster cluster, Nimbus.Iface nimbus, Map<String, Object> conf)
            throws IOException {
        ServerSite site = new ServerSite(nimbus, conf, cluster::runningTopologies, () -> null);
        return WebServer.start(WebSettings.loopback(0), site.routes(), site.listener());
    }

    private static Nimbus.Iface down() {
        return (Nimbus.Iface)
                Proxy.newProxyInstance(
                        StormUiRecordingsTest.class.getClassLoader(),
                        new Class<?>[] {Nimbus.Iface.class},
                        (proxy, method, arguments) -> {
                            throw new NimbusLeaderNotFoundException("no leader");
                        });
    }

    private void submit(LocalCluster cluster) throws Exception {
        cluster.submitTopology("words", Words.conf(), Words.topology());
        cluster.submitTopology(
                "trident-words",
                new HashMap<>(Map.of(Config.TOPOLOGY_STATS_SAMPLE_RATE, 1.0)),
                Words.trident());
        replacements.put("words-1-\\d+", cluster.getTopologySummaryByName("words").get_id());
        replacements.put(
                "trident-words-2-\\d+", cluster.getTopologySummaryByName("trident-words").get_id());
        replacements.put("host-1(?=[:&]|$)", "localhost");
        replacements.put(":6700", ":1024");
        replacements.put(
                "a61de782-8857-4ec1-b171-807c7447848d-127.0.0.1",
                cluster.getClusterInfo().get_supervisors().get(0).get_supervisor_id());
        replacements.put("/user$", "/" + System.getProperty("user.name"));
    }

    private String path(String recorded) {
        String path = recorded;
        // The longer of two ids contains the shorter.
        String trident = replacements.get("trident-words-2-\\d+");
        if (trident != null) {
            path = path.replaceAll("trident-words-2-\\d+", "\0");
        }
        for (Map.Entry<String, String> replacement : replacements.entrySet()) {
            path = path.replaceAll(replacement.getKey(), replacement.getValue());
        }
        return trident == null ? path : path.replace("\0", trident);
    }

    private void ask(WebServer server, Map<String, Recording> byName, Predicate<String> wanted)
            throws Exception {
        for (Recording recording : byName.values()) {
            if (wanted.test(recording.name())) {
                asked.add(recording.name());
                if (!deviates(recording, Kind.SKIPPED, "")) {
                    compare(recording, send(server, recording));
                }
            }
        }
    }

    private HttpResponse<String> send(WebServer server, Recording recording) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(server.address() + path(recording.path())))
                        .timeout(Duration.ofSeconds(30))
                        .method(
                                recording.method(),
                                recording.requestBody() == null
                                        ? HttpRequest.BodyPublishers.noBody()
                                        : HttpRequest.BodyPublishers.ofString(
                                                recording.requestBody()));
        recording.requestHeaders().forEach(request::header);
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private void compare(Recording recording, HttpResponse<String> answer) throws IOException {
        if (answer.statusCode() != recording.status()) {
            found(
                    recording,
                    Kind.STATUS,
                    Integer.toString(answer.statusCode()),
                    "expected " + recording.status() + ": " + beginning(answer.body()));
            return;
        }
        recording.headers().forEach((name, value) -> compareHeader(recording, answer, name, value));
        if (recording.method().equals("HEAD")) {
            assertThat(answer.body()).isEmpty();
        } else if (!recording.kind().equals("text")) {
            compareBody(recording, answer.body());
        }
    }

    private void compareHeader(
            Recording recording, HttpResponse<String> answer, String name, String expected) {
        String actual = answer.headers().firstValue(name).orElse(null);
        Object mine = actual;
        Object theirs = expected;
        if (name.equals("Allow") && actual != null) {
            mine = Set.of(actual.split(",\\s*"));
            theirs = Set.of(expected.split(",\\s*"));
        }
        if (!theirs.equals(mine)) {
            found(recording, Kind.HEADER, name, "expected " + expected + ", but is " + actual);
        }
    }

    private void compareBody(Recording recording, String body) throws IOException {
        String json = body;
        if (recording.kind().equals("jsonp")) {
            assertThat(body).startsWith("cb(").endsWith(");");
            json = body.substring("cb(".length(), body.length() - ");".length());
        }
        JsonNode mine = mapper.readTree(json);
        Map<String, String> types = Schema.of(mine);
        Map<String, String> recorded = recording.schema();
        recorded.forEach(
                (path, expected) -> {
                    String actual = types.get(path);
                    if (actual != null) {
                        compareTypes(recording, path, expected, actual);
                    } else if (path.endsWith("[]")) {
                        String array = path.substring(0, path.length() - 2);
                        if (types.containsKey(array)) {
                            found(recording, Kind.EMPTY, array, "had elements");
                        }
                    } else if (hasParent(types, path)) {
                        found(recording, Kind.MISSING, path, "expected " + expected);
                    }
                });
        types.forEach(
                (path, actual) -> {
                    if (!recorded.containsKey(path) && hasParent(recorded, path)) {
                        found(recording, Kind.EXTRA, path, "is " + actual);
                    }
                });
    }

    /** What may be null may also not be, and what was not seen as null may not be. */
    private void compareTypes(Recording recording, String path, String expected, String actual) {
        for (int i = 0; i < actual.length(); i++) {
            if (expected.indexOf(actual.charAt(i)) < 0) {
                found(recording, Kind.TYPE, path, "expected " + expected + ", but is " + actual);
            }
        }
    }

    private static boolean hasParent(Map<String, String> types, String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? !path.endsWith("[]") : types.containsKey(path.substring(0, slash));
    }

    private void found(Recording recording, Kind kind, String what, String how) {
        if (!deviates(recording, kind, what)) {
            differences.add(recording.name() + " " + kind + " " + what + " " + how);
        }
    }

    private boolean deviates(Recording recording, Kind kind, String what) {
        boolean deviates = false;
        for (Deviation deviation : Deviation.ALL) {
            if (deviation.covers(recording.name(), kind, what)) {
                used.add(deviation);
                deviates = true;
            }
        }
        return deviates;
    }

    private static String beginning(String text) {
        return text.substring(0, Math.min(text.length(), 300));
    }

    /** Until every component has done what the recorded ones had. */
    private void awaitTraffic(WebServer server) throws Exception {
        Await.nothing(() -> missing(server));
    }

    private String missing(WebServer server) throws Exception {
        StringBuilder missing = new StringBuilder();
        for (String id : List.of("words-1-0", "trident-words-2-0")) {
            JsonNode page = get(server, "/api/v1/topology/" + id);
            for (JsonNode bolt : page.get("bolts")) {
                if (bolt.get("acked").asLong() == 0) {
                    missing.append(bolt.get("boltId")).append(" has acked nothing; ");
                } else if (EMITTING.contains(bolt.get("boltId").asText())
                        && bolt.get("transferred").asLong() == 0) {
                    missing.append(bolt.get("boltId")).append(" has emitted nothing; ");
                } else if (bolt.get("boltId").asText().equals("faulty")
                        && bolt.get("lastError").asText().isEmpty()) {
                    missing.append("faulty has no error; ");
                }
            }
            for (JsonNode spout : page.get("spouts")) {
                if (spout.get("acked").asLong() == 0) {
                    missing.append(spout.get("spoutId")).append(" has acked nothing; ");
                }
            }
        }
        return missing.toString();
    }

    private JsonNode get(WebServer server, String path) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(server.address() + path(path)))
                        .header("Accept", JSON_TYPE)
                        .build();
        return mapper.readTree(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }

    private static void awaitKilled(LocalCluster cluster) throws Exception {
        Await.until("over", () -> cluster.getTopologySummaries().size() == 1);
    }
}
