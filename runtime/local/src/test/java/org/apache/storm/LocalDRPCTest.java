package org.apache.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.local.StormConf;
import io.eyewall.local.drpc.DrpcService;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.storm.drpc.DRPCSpout;
import org.apache.storm.drpc.LinearDRPCTopologyBuilder;
import org.apache.storm.drpc.ReturnResults;
import org.apache.storm.generated.AuthorizationException;
import org.apache.storm.generated.DRPCExceptionType;
import org.apache.storm.generated.DRPCExecutionException;
import org.apache.storm.metric.StormMetricsRegistry;
import org.apache.storm.security.auth.IAuthorizer;
import org.apache.storm.security.auth.ReqContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.FailedException;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.DRPCClient;
import org.apache.storm.utils.NimbusClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LocalDRPCTest {
    /** Emits the argument with an exclamation mark; fails requests with an empty argument. */
    static class Exclaim extends BaseBasicBolt {
        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            if (tuple.getString(1).isEmpty()) {
                throw new FailedException("nothing to exclaim");
            }
            collector.emit(new Values(tuple.getValue(0), tuple.getString(1) + "!"));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("id", "result"));
        }
    }

    /** Emits results directly to ReturnResults. */
    static class Reverse extends BaseBasicBolt {
        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            String reversed = new StringBuilder(tuple.getString(0)).reverse().toString();
            collector.emit(new Values(reversed, tuple.getValue(1)));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("result", "return-info"));
        }
    }

    /** Rejects all calls of "secret". */
    public static class NoSecrets implements IAuthorizer {
        @Override
        public void prepare(Map<String, Object> conf) {}

        @Override
        public boolean permit(ReqContext context, String operation, Map<String, Object> params) {
            return !"secret".equals(params.get("function.name"));
        }
    }

    private static LinearDRPCTopologyBuilder exclaim() {
        LinearDRPCTopologyBuilder builder = new LinearDRPCTopologyBuilder("exclaim");
        builder.addBolt(new Exclaim(), 2);
        return builder;
    }

    @Test
    void answersManyClientsAtOnce() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(8);
        try (LocalDRPC drpc = new LocalDRPC();
                LocalCluster cluster = new LocalCluster()) {
            cluster.submitTopology("drpc", new Config(), exclaim().createLocalTopology(drpc));
            List<Callable<String>> calls = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                String word = "w" + i;
                calls.add(() -> drpc.execute("exclaim", word));
                expected.add(word + "!");
            }
            List<String> answers = new ArrayList<>();
            for (Future<String> answer : clients.invokeAll(calls)) {
                answers.add(answer.get());
            }
            assertThat(answers).isEqualTo(expected);
        } finally {
            clients.shutdownNow();
        }
    }

    @Test
    void aFailedTupleFailsItsRequestAndOthersGoOn() throws Exception {
        try (LocalDRPC drpc = new LocalDRPC();
                LocalCluster cluster = new LocalCluster()) {
            cluster.submitTopology("drpc", new Config(), exclaim().createLocalTopology(drpc));
            assertThatThrownBy(() -> drpc.execute("exclaim", ""))
                    .isInstanceOfSatisfying(
                            DRPCExecutionException.class,
                            e -> {
                                assertThat(e.get_msg()).isEqualTo("Request failed");
                                assertThat(e.get_type())
                                        .isEqualTo(DRPCExceptionType.FAILED_REQUEST);
                            });
            assertThat(drpc.execute("exclaim", "on")).isEqualTo("on!");
        }
    }

    @Test
    void aFunctionThatNobodyImplementsTimesOut() throws Exception {
        Map<String, Object> conf = new HashMap<>(StormConf.localMode());
        conf.put("drpc.request.timeout.secs", 1);
        StormMetricsRegistry metrics = new StormMetricsRegistry();
        try (DrpcService drpc = new DrpcService(conf, metrics)) {
            assertThatThrownBy(() -> drpc.execute("nobody", "x"))
                    .isInstanceOfSatisfying(
                            DRPCExecutionException.class,
                            e -> {
                                assertThat(e.get_msg()).isEqualTo("Timed Out");
                                assertThat(e.get_type())
                                        .isEqualTo(DRPCExceptionType.SERVER_TIMEOUT);
                            });
        }
        assertThat(metrics.getMeter("drpc:num-execute-calls").getCount()).isEqualTo(1);
    }

    @Test
    void asksTheConfiguredAuthorizer() throws Exception {
        Map<String, Object> conf = new HashMap<>(StormConf.localMode());
        conf.put("drpc.authorizer", NoSecrets.class.getName());
        try (DrpcService drpc = new DrpcService(conf, new StormMetricsRegistry())) {
            assertThatThrownBy(() -> drpc.execute("secret", "x"))
                    .isInstanceOf(AuthorizationException.class);
            assertThatThrownBy(() -> drpc.fetchRequest("secret"))
                    .isInstanceOf(AuthorizationException.class);
            assertThat(drpc.fetchRequest("open").get_request_id()).isEmpty();
        }
    }

    @Test
    void refusesAnAuthorizerThatIsNone() {
        Map<String, Object> conf = new HashMap<>(StormConf.localMode());
        conf.put("drpc.authorizer", "no.such.Class");
        assertThatThrownBy(() -> new DrpcService(conf, new StormMetricsRegistry()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("drpc.authorizer", "no.such.Class");
    }

    @Test
    void localModeAnswersClientsAndSpoutsThatWereGivenNoServer() throws Exception {
        String answer =
                LocalCluster.withLocalModeOverride(
                        () -> {
                            TopologyBuilder builder = new TopologyBuilder();
                            builder.setSpout("requests", new DRPCSpout("reverse"));
                            builder.setBolt("reverse", new Reverse()).shuffleGrouping("requests");
                            builder.setBolt("return", new ReturnResults())
                                    .shuffleGrouping("reverse");
                            NimbusClient.withConfiguredClient(
                                    nimbus ->
                                            nimbus.submitTopology(
                                                    "reverse",
                                                    null,
                                                    "{}",
                                                    builder.createTopology()));
                            DRPCClient client = DRPCClient.getConfiguredClient(new HashMap<>());
                            return client.execute("reverse", "drawer");
                        },
                        0);
        assertThat(answer).isEqualTo("reward");
        assertThat(DRPCClient.isLocalOverride()).isFalse();
    }
}
