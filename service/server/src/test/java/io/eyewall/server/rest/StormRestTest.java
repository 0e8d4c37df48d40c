package io.eyewall.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.control.health.Health;
import io.eyewall.server.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.storm.LocalCluster;
import org.apache.storm.testing.TestWordSpout;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StormRestTest {
    private LocalCluster cluster;
    private StormRest rest;

    @BeforeEach
    void start() throws Exception {
        cluster = new LocalCluster();
        rest = new StormRest(cluster, Map.of(), id -> Optional.empty());
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void healthIsAKeyOfItsOwnWhereSomebodyFollowsIt() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new TestWordSpout());
        cluster.submitTopology("words", Map.of(), builder.createTopology());
        Health health = new Health(Health.Word.RESTARTING, "restarting", "exit code 3");
        StormRest followed = new StormRest(cluster, Map.of(), id -> Optional.of(health));
        String topology = cluster.getTopologySummaries().get(0).get_id();
        for (String path : List.of("/topology/summary", "/topology/" + topology)) {
            assertThat(followed.answer(RestRequest.get(path)).body())
                    .contains(
                            "\"eyewallHealth\":\"restarting\"",
                            "\"eyewallHealthWhy\":\"exit code 3\"");
            assertThat(rest.answer(RestRequest.get(path)).body()).doesNotContain("eyewallHealth");
        }
    }

    @Test
    void aResourceAwareSchedulerHasAStatus() throws Exception {
        LocalCluster.Builder aware =
                new LocalCluster.Builder()
                        .withDaemonConf(
                                "storm.scheduler",
                                "org.apache.storm.scheduler.resource.ResourceAwareScheduler");
        try (LocalCluster other = aware.build()) {
            other.submitTopology("words", Words.conf(), Words.topology());
            StormRest ofOther = new StormRest(other, Map.of(), id -> Optional.empty());
            String id = other.getTopologySummaryByName("words").get_id();
            for (String path : List.of("/topology/" + id, "/topology/summary")) {
                assertThat(ofOther.answer(RestRequest.get(path)).body())
                        .as(path)
                        .contains("\"schedulerInfo\":\"Running - Fully Scheduled by ");
            }
        }
    }

    @Test
    void aCallbackIsANameAndNoScript() {
        assertThat(rest.answer(RestRequest.get("/history/summary?callback=a.b_$1")).body())
                .isEqualTo("a.b_$1({\"topo-history\":[]});");
        for (String script : List.of("alert(1)//", "a;b", "%3Cscript%3E", "", "a%0Ab", "1a")) {
            RestAnswer answer = rest.answer(RestRequest.get("/history/summary?callback=" + script));
            assertThat(answer.status()).as(script).isEqualTo(500);
            assertThat(answer.contentType()).startsWith("application/json");
        }
    }

    @Test
    void whatIsInJsonCanStandInAPage() {
        String body = rest.answer(RestRequest.get("/owner-resources/%3C%2Fscript%3E")).body();

        assertThat(body).contains("<\\/script>").doesNotContain("</script>");
    }

    @Test
    void jsonThatIsNestedDeepIsRefused() throws Exception {
        cluster.submitTopology("words", Words.conf(), Words.topology());
        String id = cluster.getTopologySummaryByName("words").get_id();
        for (String nested : List.of("[".repeat(100_000), "{\"a\":".repeat(100_000))) {
            RestAnswer answer =
                    rest.answer(
                            new RestRequest(
                                    "POST", "/topology/" + id + "/logconfig", "", null, nested));
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.body().length()).isLessThan(100_000);
        }
    }

    @Test
    void anEncodedSlashStaysInItsSegment() {
        assertThat(rest.answer(RestRequest.get("/topology%2Fsummary")).body()).contains("404");
        assertThat(rest.answer(RestRequest.get("/owner-resources/a%2Fb")).status()).isEqualTo(200);
    }

    @Test
    void aComponentIsFoundByTheNameInItsLinkWhateverIsInIt() throws Exception {
        String named = "100% a+b/c ü";
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(named, new TestWordSpout());
        cluster.submitTopology("odd", Words.conf(), builder.createTopology());
        String id = cluster.getTopologySummaryByName("odd").get_id();

        RestAnswer answer =
                rest.answer(
                        RestRequest.get(
                                "/topology/" + id + "/component/" + RestText.urlEncode(named)));

        assertThat(answer.body()).contains("\"executors\":1");
        assertThat(answer.status()).isEqualTo(200);
    }

    @Test
    void badEscapesAreTheClientsFault() {
        for (String target : List.of("/topology/%zz", "/topology/summary?a=%", "/%")) {
            assertThat(rest.answer(RestRequest.get(target)).status()).as(target).isEqualTo(500);
        }
    }

    @Test
    void timesAreWrittenFromTheirGreatestUnit() {
        assertThat(RestText.duration(0)).isEmpty();
        assertThat(RestText.duration(59)).isEqualTo("59s");
        assertThat(RestText.duration(600)).isEqualTo("10m 0s");
        assertThat(RestText.duration(12_345)).isEqualTo("3h 25m 45s");
        assertThat(RestText.duration(86_400)).isEqualTo("1d 0h 0m 0s");
    }

    @Test
    void streamsHaveNamesForScripts() {
        assertThat(Visualization.identifier("default")).isEqualTo("default");
        assertThat(Visualization.identifier("s5")).isEqualTo("s_");
        assertThat(Visualization.identifier("__ack_ack")).isEqualTo("_s__ack_ack");
        assertThat(Visualization.identifier("$coord-bg0")).isEqualTo("_s_coord-bg_");
    }

    @Test
    void genericResourcesAreThoseBesideMemoryAndCores() {
        assertThat(
                        RestText.genericResources(
                                Map.of(
                                        "gpu.count",
                                        2.0,
                                        "cpu.pcore.percent",
                                        1.0,
                                        "memory.mb",
                                        2.0)))
                .isEqualTo("gpu.count=2.0");
        assertThat(RestText.genericResources(null)).isEmpty();
    }
}
