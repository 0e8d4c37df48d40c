package io.eyewall.local.drpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.local.StormConf;
import io.eyewall.ports.PortLimits;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.storm.Config;
import org.apache.storm.LocalCluster;
import org.apache.storm.drpc.DRPCSpout;
import org.apache.storm.drpc.LinearDRPCTopologyBuilder;
import org.apache.storm.drpc.ReturnResults;
import org.apache.storm.generated.DRPCExceptionType;
import org.apache.storm.generated.DRPCExecutionException;
import org.apache.storm.metric.StormMetricsRegistry;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.FailedException;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.DRPCClient;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullUnmarked // fields are set by the framework
@Timeout(120)
class DrpcServerTest {
    private static final String HOST = "127.0.0.1";
    private static final PortLimits LIMITS = new PortLimits(100, 30_000, 1 << 20, 64 << 20);

    /** Emits the argument with an exclamation mark; fails "bad". */
    static class Exclaim extends BaseBasicBolt {
        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            if (tuple.getString(1).equals("bad")) {
                throw new FailedException("bad");
            }
            collector.emit(new Values(tuple.getValue(0), tuple.getString(1) + "!"));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("id", "result"));
        }
    }

    private Map<String, Object> conf;
    private DrpcService service;
    private DrpcServer server;
    private LocalCluster cluster;

    @BeforeEach
    void start() throws Exception {
        conf = StormConf.localMode();
        conf.put("drpc.request.timeout.secs", 2);
        service = new DrpcService(conf, new StormMetricsRegistry());
        server = DrpcServer.start(service, anyPorts());
        cluster = new LocalCluster();
    }

    @AfterEach
    void stop() {
        cluster.close();
        server.close();
        service.close();
    }

    private static DrpcServerConf anyPorts() {
        return new DrpcServerConf(HOST, 0, 0, OptionalInt.of(0), null, Set.of(), LIMITS);
    }

    private static LinearDRPCTopologyBuilder exclaim() {
        LinearDRPCTopologyBuilder builder = new LinearDRPCTopologyBuilder("exclaim");
        builder.addBolt(new Exclaim(), 2);
        return builder;
    }

    private void submitLocal() throws Exception {
        cluster.submitTopology("exclaim", new Config(), exclaim().createLocalTopology(service));
    }

    /** Emits the argument, received directly from the spout, with an exclamation mark. */
    static class ExclaimArgs extends BaseBasicBolt {
        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            collector.emit(new Values(tuple.getString(0) + "!", tuple.getValue(1)));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("result", "return-info"));
        }
    }

    /** Returns results by Thrift, as ReturnResults does when Storm is not in local mode. */
    static class ReturnFar extends ReturnResults {
        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            Map<String, Object> distributed = new HashMap<>(conf);
            distributed.put(Config.STORM_CLUSTER_MODE, "distributed");
            super.prepare(distributed, context, collector);
        }
    }

    /**
     * Submits a topology that knows only the server's address, like a topology in another process.
     */
    private void submitRemote() throws Exception {
        Config remote = new Config();
        remote.put(Config.DRPC_SERVERS, List.of(HOST));
        remote.put(Config.DRPC_INVOCATIONS_PORT, server.invocationsPort());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("requests", new DRPCSpout("exclaim"));
        builder.setBolt("exclaim", new ExclaimArgs()).shuffleGrouping("requests");
        builder.setBolt("return", new ReturnFar()).shuffleGrouping("exclaim");
        cluster.submitTopology("exclaim", remote, builder.createTopology());
    }

    private DRPCClient client() throws Exception {
        return new DRPCClient(conf, HOST, server.port());
    }

    private HttpResponse<String> http(String path, String post, String... headers)
            throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(
                        URI.create(
                                "http://" + HOST + ":" + server.httpPort().orElseThrow() + path));
        if (post != null) {
            request.POST(HttpRequest.BodyPublishers.ofString(post));
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient()
                .send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void answersStormsClientByThrift() throws Exception {
        submitLocal();
        try (DRPCClient client = client()) {
            assertThat(client.execute("exclaim", "hällo")).isEqualTo("hällo!");
            assertThatThrownBy(() -> client.execute("exclaim", "bad"))
                    .isInstanceOfSatisfying(
                            DRPCExecutionException.class,
                            e ->
                                    assertThat(e.get_type())
                                            .isEqualTo(DRPCExceptionType.FAILED_REQUEST));
            assertThat(client.execute("exclaim", "")).isEqualTo("!");
        }
    }

    @Test
    void moreClientsWaitThanThereAreThreads() throws Exception {
        int count = 40;
        ExecutorService threadPool = Executors.newFixedThreadPool(count);
        try {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String args = "c" + i;
                Callable<String> call =
                        () -> {
                            try (DRPCClient client = client()) {
                                return client.execute("echo", args);
                            }
                        };
                answers.add(threadPool.submit(call));
            }
            Map<String, String> fetched = new HashMap<>();
            while (fetched.size() < count) { // all wait at the same time
                var request = service.fetchRequest("echo");
                if (!request.get_request_id().isEmpty()) {
                    fetched.put(request.get_request_id(), request.get_func_args());
                }
            }
            for (Map.Entry<String, String> request : fetched.entrySet()) {
                service.result(request.getKey(), request.getValue() + "?");
            }
            for (int i = 0; i < count; i++) {
                assertThat(answers.get(i).get()).isEqualTo("c" + i + "?");
            }
        } finally {
            threadPool.shutdownNow();
        }
    }

    @Test
    void servesTopologiesOfOtherProcesses() throws Exception {
        submitRemote();
        try (DRPCClient client = client()) {
            assertThat(client.execute("exclaim", "far")).isEqualTo("far!");
        }
        assertThat(service.execute("exclaim", "near")).isEqualTo("near!");
    }

    @Test
    void answersGetAndPostByHttp() throws Exception {
        submitLocal();
        HttpResponse<String> get = http("/drpc/exclaim/a%2Fb+c%20%C3%A4", null);
        assertThat(get.statusCode()).isEqualTo(200);
        assertThat(get.body()).isEqualTo("a/b+c ä!");
        assertThat(get.headers().firstValue("Content-Type")).hasValue("text/plain; charset=utf-8");
        assertThat(http("/drpc/exclaim", null).body()).isEqualTo("!");
        assertThat(http("/drpc/exclaim", "posted ü").body()).isEqualTo("posted ü!");
    }

    @Test
    void saysByHttpWhatWentWrong() throws Exception {
        submitLocal();
        HttpResponse<String> failed = http("/drpc/exclaim/bad", null);
        assertThat(failed.statusCode()).isEqualTo(400);
        assertThat(failed.body()).contains("FAILED_REQUEST", "Request failed");
        service.fetchRequest("slow"); // somebody serves it, but does not answer
        HttpResponse<String> timedOut = http("/drpc/slow/x", null);
        assertThat(timedOut.statusCode()).isEqualTo(504);
        assertThat(timedOut.body()).contains("SERVER_TIMEOUT", "Timed Out");
        assertThat(http("/other", null).statusCode()).isEqualTo(404);
        assertThat(http("/drpc/exclaim/a/b", null).statusCode()).isEqualTo(404);
        assertThat(http("/drpc/exclaim/a", "b").statusCode()).isEqualTo(405);
        assertThat(http("/drpc/exclaim", "x".repeat((1 << 20) + 1)).statusCode()).isEqualTo(413);
        assertThat(http("/drpc/exclaim", "x", "Origin", "http://elsewhere.example").statusCode())
                .isEqualTo(403);
    }

    @Test
    void tooManyRequestsThatWaitForTopologiesToStartAreRefused() throws Exception {
        conf.put("eyewall.drpc.starting.secs", 86_400);
        conf.put("drpc.request.timeout.secs", 600);
        try (DrpcService starting = new DrpcService(conf, new StormMetricsRegistry());
                DrpcServer other = DrpcServer.start(starting, anyPorts())) {
            for (int i = 0; i < DrpcService.MAX_EARLY_REQUESTS; i++) {
                assertThat(starting.executeIfServed("f", "x")).isNotDone();
            }
            URI uri =
                    URI.create(
                            "http://%s:%d/drpc/f/x"
                                    .formatted(HOST, other.httpPort().orElseThrow()));
            HttpResponse<String> answer =
                    HttpClient.newHttpClient()
                            .send(
                                    HttpRequest.newBuilder(uri).build(),
                                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(answer.body()).contains("10000 requests, the limit", "try again");
        }
    }

    @Test
    void anUnknownFunctionIsRefusedOnceOthersAreServed() throws Exception {
        submitLocal();
        assertThat(http("/drpc/exclaim/x", null).body()).isEqualTo("x!");
        conf.put("eyewall.drpc.starting.secs", 0);
        try (DrpcService started = new DrpcService(conf, new StormMetricsRegistry());
                DrpcServer other = DrpcServer.start(started, anyPorts())) {
            started.fetchRequest("known");
            HttpResponse<String> answer =
                    HttpClient.newHttpClient()
                            .send(
                                    HttpRequest.newBuilder(
                                                    URI.create(
                                                            "http://"
                                                                    + HOST
                                                                    + ":"
                                                                    + other.httpPort().orElseThrow()
                                                                    + "/drpc/typo/x"))
                                            .build(),
                                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body()).contains("'typo'", "served now: known");
            try (DRPCClient client = new DRPCClient(conf, HOST, other.port())) {
                assertThatThrownBy(() -> client.execute("typo", "x"))
                        .isInstanceOfSatisfying(
                                DRPCExecutionException.class,
                                e -> {
                                    assertThat(e.get_type())
                                            .isEqualTo(DRPCExceptionType.FAILED_REQUEST);
                                    assertThat(e.get_msg()).contains("'typo'", "served now: known");
                                });
            }
        }
    }

    @Test
    void aRequestThatComesBeforeItsTopologyWaitsForIt() throws Exception {
        try (DRPCClient client = client()) {
            conf.put("drpc.request.timeout.secs", 600);
            ExecutorService caller = Executors.newSingleThreadExecutor();
            try {
                Future<String> answer = caller.submit(() -> client.execute("exclaim", "early"));
                submitLocal();
                assertThat(answer.get()).isEqualTo("early!");
            } finally {
                caller.shutdownNow();
            }
        }
    }

    @Test
    void closingEndsTheRequestsOfItsClients() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        var waiting =
                client.sendAsync(
                        HttpRequest.newBuilder(
                                        URI.create(
                                                "http://"
                                                        + HOST
                                                        + ":"
                                                        + server.httpPort().orElseThrow()
                                                        + "/drpc/f/x"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        while (service.fetchRequest("f").get_request_id().isEmpty()) {
            Thread.onSpinWait();
        }
        service.close();
        assertThat(waiting.get().statusCode()).isEqualTo(503);
        assertThat(waiting.get().body()).contains("SERVER_SHUTDOWN");
    }

    @Test
    void namesAPortThatIsTakenAndLeavesTheOthersFree() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        DrpcServerConf taken =
                new DrpcServerConf(
                        HOST, free, server.port(), OptionalInt.empty(), null, Set.of(), LIMITS);
        assertThatThrownBy(() -> DrpcServer.start(service, taken))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(
                        "drpc invocations", String.valueOf(server.port()), "drpc.invocations.port");
        DrpcServerConf again =
                new DrpcServerConf(HOST, free, 0, OptionalInt.empty(), null, Set.of(), LIMITS);
        try (DrpcServer second = DrpcServer.start(service, again)) {
            assertThat(second.port()).isEqualTo(free);
            assertThat(second.httpPort()).isEmpty();
        }
    }

    @Test
    void readsStormsKeys() {
        DrpcServerConf read = DrpcServerConf.of(StormConf.localMode());
        assertThat(read.host()).isEqualTo(HOST);
        assertThat(List.of(read.port(), read.invocationsPort(), read.httpPort().orElseThrow()))
                .containsExactly(3772, 3773, 3774);
        assertThat(read.names()).containsExactly(HOST);
        assertThat(read.limits().connections()).isEqualTo(500);
        assertThat(read.limits().patienceMs()).isEqualTo(30_000);
        assertThat(read.limits().requestBytes()).isEqualTo(1 << 20);
        assertThat(
                        DrpcServerConf.of(
                                        Map.of(
                                                "eyewall.drpc.host",
                                                "0.0.0.0",
                                                "eyewall.drpc.names",
                                                "Storm.example, b.example"))
                                .names())
                .containsExactlyInAnyOrder("0.0.0.0", "storm.example", "b.example");
        assertThat(DrpcServerConf.of(Map.of("drpc.http.port", -1)).httpPort()).isEmpty();
        assertThatThrownBy(() -> DrpcServerConf.of(Map.of("drpc.port", 70_000)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("drpc.port is 70000");
        assertThatThrownBy(() -> DrpcServerConf.of(Map.of("drpc.port", "none")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("drpc.port is none; give a whole number");
    }

    @ParameterizedTest
    @CsvSource({
        "storm.thrift.transport, org.apache.storm.security.auth.kerberos.KerberosSaslTransportPlugin",
        "drpc.thrift.transport, org.apache.storm.security.auth.tls.TlsTransportPlugin",
        "drpc.invocations.thrift.transport, org.apache.storm.security.auth.digest.DigestSaslTransportPlugin",
        "drpc.http.filter, org.apache.hadoop.security.authentication.server.AuthenticationFilter",
    })
    void refusesSecurityThatIsNotHere(String key, String value) {
        conf.put(key, value);
        assertThatThrownBy(() -> DrpcServerConf.of(conf))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(key + " is " + value + ", but ");
    }
}
