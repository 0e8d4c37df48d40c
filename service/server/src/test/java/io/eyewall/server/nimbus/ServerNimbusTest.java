package io.eyewall.server.nimbus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.trace.TraceSettings;
import io.eyewall.local.StormConf;
import io.eyewall.server.keeper.KeeperSettings;
import io.eyewall.server.keeper.Keepers;
import io.eyewall.server.prometheus.MetricsFormat;
import io.eyewall.server.prometheus.MetricsPage;
import io.eyewall.server.prometheus.RequestMetrics;
import io.eyewall.server.store.Orders;
import io.eyewall.server.store.StateFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.storm.generated.AlreadyAliveException;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.LogConfig;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.testing.TestWordSpout;
import org.apache.storm.thrift.TApplicationException;
import org.apache.storm.thrift.protocol.TBinaryProtocol;
import org.apache.storm.thrift.transport.TSocket;
import org.apache.storm.thrift.transport.layered.TFramedTransport;
import org.apache.storm.topology.TopologyBuilder;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Nimbus takes, refuses and keeps; no process is started here. */
class ServerNimbusTest {
    private final Map<String, Object> conf = StormConf.service();
    private final StateFolder state;
    private final Keepers keepers;
    private final ServerNimbus nimbus;

    ServerNimbusTest(@TempDir Path temp) throws IOException {
        state = StateFolder.open(temp.resolve("state"));
        conf.put("eyewall.state.dir", state.state().toString());
        keepers = new Keepers(state, KeeperSettings.defaults(conf)); // they don't begin
        nimbus = new ServerNimbus(conf, state, keepers, 1_000);
    }

    @AfterEach
    void close() throws IOException {
        nimbus.close();
        state.close();
    }

    private static StormTopology words() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new TestWordSpout(), 2);
        return builder.createTopology();
    }

    private String upload() {
        String location = nimbus.beginFileUpload();
        nimbus.uploadChunk(location, ByteBuffer.wrap("jar".getBytes(StandardCharsets.US_ASCII)));
        nimbus.finishFileUpload(location);
        return location;
    }

    private void submit(String name, String location, String json) throws Exception {
        SubmitOptions options = new SubmitOptions(TopologyInitialStatus.ACTIVE);
        nimbus.submitTopologyWithOpts(name, location, json, words(), options);
    }

    @Test
    void whatIsSubmittedIsOnDiskAndListedBeforeItsProcessIsThere() throws Exception {
        submit("words", upload(), "{\"topology.debug\":false}");

        assertThat(state.storedTopologies()).hasSize(1);
        assertThat(state.storedTopologies().get(0).jar()).content().isEqualTo("jar");
        assertThat(state.uploads()).isEmptyDirectory();
        assertThat(nimbus.getTopologySummaryByName("words").get_status()).isEqualTo("ACTIVE");
        String id = state.storedTopologies().get(0).submission().id();
        assertThat(nimbus.getUserTopology(id).get_spouts()).containsOnlyKeys("words");
        assertThat(nimbus.getTopologyInfo(id).get_executors()).isNotEmpty();
        assertThat(nimbus.getTopologyPageInfo(id, ":all-time", true).get_status())
                .isEqualTo("ACTIVE");
        assertThat(nimbus.getComponentPageInfo(id, "words", ":all-time", true).get_num_executors())
                .isEqualTo(2);
        assertThat(nimbus.getClusterInfo().get_topologies()).hasSize(1);
        assertThat(nimbus.getOwnerResourceSummaries(null)).hasSize(1);
        assertThat(
                        new MetricsPage(nimbus::runningTopologies, new RequestMetrics())
                                .write(MetricsFormat.PROMETHEUS))
                .contains("eyewall_topology_status{topology=\"words\",status=\"STARTING\"} 1");
        assertThatThrownBy(() -> submit("words", upload(), "{}"))
                .isInstanceOf(AlreadyAliveException.class);
    }

    @Test
    void ordersAreKeptWithoutAProcess() throws Exception {
        submit("words", upload(), "{}");
        nimbus.deactivate("words");
        assertThat(state.storedTopologies().get(0).orders().active()).isFalse();
        assertThat(nimbus.getTopologySummaryByName("words").get_status()).isEqualTo("INACTIVE");
        nimbus.killTopology("words");
        assertThat(state.storedTopologies().get(0).isKilled()).isTrue();
        assertThat(nimbus.getTopologySummaryByName("words").get_status()).isEqualTo("KILLED");
        assertThatThrownBy(() -> nimbus.activate("words")).hasMessageContaining("been killed");
    }

    @Test
    @Tag("complete") // ten seconds
    void ordersThatNeedAProcessWaitForItAndThenAskToTryAgain() throws Exception {
        submit("words", upload(), "{}");
        String id = state.storedTopologies().get(0).submission().id();
        RunningTopology topology = nimbus.runningTopologies().get(0);
        Map<String, ThrowingCallable> orders =
                Map.of(
                        "event logging", () -> nimbus.debug("words", "words", true, 10),
                        "tracing", () -> topology.traces().set(new TraceSettings(1, 1)),
                        "log levels", () -> nimbus.setLogConfig(id, new LogConfig()));
        Map<String, CompletableFuture<Throwable>> failures = new HashMap<>();
        long beginNs = System.nanoTime();
        orders.forEach(
                (what, order) ->
                        failures.put(
                                what, CompletableFuture.supplyAsync(() -> catchThrowable(order))));
        for (Map.Entry<String, CompletableFuture<Throwable>> each : failures.entrySet()) {
            assertThat(each.getValue().get(60, TimeUnit.SECONDS))
                    .as(each.getKey())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("its process is being started")
                    .hasMessageContaining("try again");
        }
        assertThat(System.nanoTime() - beginNs).isGreaterThan(TimeUnit.SECONDS.toNanos(9));
    }

    @Test
    void rebalancesAreKeptWithoutAProcess() throws Exception {
        submit("words", upload(), "{}");
        RebalanceOptions options = new RebalanceOptions();
        options.put_to_num_executors("words", 1);
        options.set_topology_conf_overrides("{\"topology.max.spout.pending\": 7}");
        nimbus.rebalance("words", options);
        Orders kept = state.storedTopologies().get(0).orders();
        assertThat(kept.executors()).isEqualTo(Map.of("words", 1));
        assertThat(kept.confOverrides()).containsOnlyKeys("topology.max.spout.pending");
        options.put_to_num_executors("nobody", 1);
        assertThatThrownBy(() -> nimbus.rebalance("words", options))
                .isInstanceOf(InvalidTopologyException.class);
    }

    @Test
    void anotherServerGoesOnWithIt() throws Exception {
        submit("words", upload(), "{}");
        Keepers others = new Keepers(state, KeeperSettings.defaults(conf));
        try (ServerNimbus next = new ServerNimbus(conf, state, others, 1_000)) {
            next.restore();
            assertThat(next.getTopologySummaryByName("words").get_status()).isEqualTo("ACTIVE");
            assertThat(next.isTopologyNameAllowed("words")).isFalse();
        }
    }

    @Test
    void whatCannotBeKeptRunningIsNotThere() throws Exception {
        String location = upload();
        keepers.close();
        assertThatThrownBy(() -> submit("words", location, "{}"))
                .hasMessageContaining("server is ending");
        assertThat(state.storedTopologies()).isEmpty();
        assertThat(state.uploads()).isEmptyDirectory();
        assertThat(nimbus.getTopologySummaries()).isEmpty();
    }

    @Test
    void aSecondOneOfTheNameIsNotRestored() throws Exception {
        submit("words", upload(), "{}");
        Path first = state.storedTopologies().get(0).path();
        Path second = first.resolveSibling("words-2-9");
        try (var files = Files.walk(first)) {
            for (Path each : files.toList()) {
                Files.copy(each, second.resolve(first.relativize(each)));
            }
        }
        Keepers others = new Keepers(state, KeeperSettings.defaults(conf));
        try (ServerNimbus next = new ServerNimbus(conf, state, others, 1_000)) {
            next.restore();
            assertThat(next.runningTopologies()).hasSize(1);
        }
        assertThat(second).isDirectory();
    }

    @Test
    void jarsOfRefusedTopologiesAreDeleted() throws Exception {
        assertThatThrownBy(() -> submit("a/b", upload(), "{}"))
                .isInstanceOf(InvalidTopologyException.class);
        StormTopology lacking = words();
        lacking.add_to_dependency_jars("nowhere.jar");
        String location = upload();
        assertThatThrownBy(
                        () ->
                                nimbus.submitTopologyWithOpts(
                                        "words",
                                        location,
                                        "{}",
                                        lacking,
                                        new SubmitOptions(TopologyInitialStatus.ACTIVE)))
                .isInstanceOf(InvalidTopologyException.class)
                .hasMessageContaining("nowhere.jar");
        assertThat(state.uploads()).isEmptyDirectory();
    }

    @Test
    void topologiesOfAnotherStormAreRefused() throws Exception {
        StormTopology later = words();
        later.set_storm_version("3.0.0");
        String location = upload();
        assertThatThrownBy(
                        () ->
                                nimbus.submitTopologyWithOpts(
                                        "words",
                                        location,
                                        "{}",
                                        later,
                                        new SubmitOptions(TopologyInitialStatus.ACTIVE)))
                .isInstanceOf(InvalidTopologyException.class)
                .hasMessageContaining("could not find a configured compatible version");
        assertThat(state.storedTopologies()).isEmpty();
        assertThat(state.uploads()).isEmptyDirectory();
    }

    @Test
    void refusesWhatIsWrongAndKeepsNothingOfIt() {
        assertThatThrownBy(() -> submit("a/b", upload(), "{}"))
                .isInstanceOf(InvalidTopologyException.class)
                .hasMessageContaining("'a/b'");
        assertThatThrownBy(() -> submit("words\n[main] INFO forged", upload(), "{}"))
                .isInstanceOf(InvalidTopologyException.class)
                .hasMessageContainingAll(
                        "'words\\u000a[main] INFO forged'", "U+000A", "leave it out");
        assertThatThrownBy(() -> submit("é".repeat(116), upload(), "{}"))
                .isInstanceOf(InvalidTopologyException.class)
                .hasMessageContainingAll("'ééé", "232 bytes", "at most 230", "give a shorter one");
        assertThatThrownBy(() -> submit("words", "/etc/passwd", "{}"))
                .isInstanceOf(InvalidTopologyException.class)
                .hasMessageContaining("no jar was uploaded as '/etc/passwd'");
        assertThatThrownBy(() -> submit("words", upload(), "no json"))
                .isInstanceOf(InvalidTopologyException.class);
        assertThatThrownBy(() -> submit("words", upload(), "{\"eyewall.corse\":1}"))
                .isInstanceOf(InvalidTopologyException.class)
                .hasMessageContaining("did you mean 'eyewall.core'");
        assertThat(nimbus.getTopologySummaries()).isEmpty();
        assertThatThrownBy(() -> nimbus.killTopology("words"))
                .isInstanceOf(NotAliveException.class);
    }

    @Test
    void theLongestNameCanBeKept() throws Exception {
        String longest = "é".repeat(115);
        submit(longest, upload(), "{}");
        assertThat(nimbus.runningTopologies())
                .singleElement()
                .satisfies(topology -> assertThat(topology.plan().name()).isEqualTo(longest));
    }

    @Test
    void clientsAreToldWhatWentWrong() throws Exception {
        try (NimbusPort port = NimbusPort.listen(NimbusSettings.loopback(0), 1 << 20, nimbus);
                TSocket socket = new TSocket("127.0.0.1", port.port());
                TFramedTransport framed = new TFramedTransport(socket)) {
            framed.open();
            Nimbus.Client client = new Nimbus.Client(new TBinaryProtocol(framed));
            assertThatThrownBy(() -> client.uploadChunk("nothing", ByteBuffer.allocate(1)))
                    .isInstanceOf(TApplicationException.class)
                    .hasMessageContaining("there is no upload 'nothing'");
            assertThatThrownBy(() -> client.uploadChunk("a\n[x] INFO b", ByteBuffer.allocate(1)))
                    .as("would be two lines of the log")
                    .hasMessageContaining("there is no upload 'a\\u000a[x] INFO b'");
            assertThatThrownBy(() -> client.getBlobMeta("a\n[x] INFO b"))
                    .hasMessageContaining("the blob key 'a\\u000a[x] INFO b'");
            assertThatThrownBy(() -> client.killTopology("nothing"))
                    .isInstanceOf(NotAliveException.class); // the connection goes on
        }
    }
}
