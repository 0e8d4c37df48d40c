package io.eyewall.plugin.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.eyewall.plugin.wire.LoadReport;
import io.eyewall.plugin.wire.LoadReport.ExecutorUse;
import io.eyewall.plugin.wire.LoadReport.TaskTraffic;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.storm.hooks.info.BoltExecuteInfo;
import org.apache.storm.hooks.info.EmitInfo;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Hooks as Storm calls them, and what is sent to a server. */
class LoadHookTest {
    private static final int LIMIT_S = 60;

    private final BlockingQueue<LoadReport> reports = new LinkedBlockingQueue<>();
    private final HttpServer server;
    private volatile int status = 200;

    LoadHookTest() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/v1/loads",
                exchange -> {
                    byte[] body = exchange.getRequestBody().readAllBytes();
                    reports.add(LoadReport.fromJson(new String(body, StandardCharsets.UTF_8)));
                    exchange.sendResponseHeaders(status, -1);
                    exchange.close();
                });
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
        assertThat(Monitors.workerCount()).as("monitors that were not ended").isZero();
    }

    private Map<String, Object> conf() {
        return Contexts.conf("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private LoadHook hook(String topology, int task, Map<String, Object> executor) {
        LoadHook hook = new LoadHook();
        hook.prepare(conf(), Contexts.of(topology, task, executor));
        return hook;
    }

    private LoadReport next() throws InterruptedException {
        LoadReport report = reports.poll(LIMIT_S, TimeUnit.SECONDS);
        assertThat(report).as("a report in %d s", LIMIT_S).isNotNull();
        return Objects.requireNonNull(report);
    }

    private static EmitInfo emit(int task, @Nullable Integer... to) {
        return new EmitInfo(new Values("value"), "default", task, Arrays.asList(to));
    }

    @Test
    void reportsTheTasksOfAnExecutorTogether() throws Exception {
        Map<String, Object> executor = new HashMap<>();
        LoadHook four = hook("t-1-1", 4, executor);
        LoadHook five = hook("t-1-1", 5, executor);
        four.emit(emit(4, 7, 8));
        four.emit(emit(4, 7, (Integer) null));
        five.emit(emit(5, 7));
        five.boltExecute(new BoltExecuteInfo(null, 5, -1L));

        LoadReport report = next();
        assertThat(report.topology()).isEqualTo("t-1-1");
        assertThat(report.port()).isEqualTo(Contexts.PORT);
        assertThat(report.sequence()).isEqualTo(1);
        assertThat(report.windowSec()).isBetween(1.0, (double) LIMIT_S);
        assertThat(report.executors())
                .extracting(ExecutorUse::component, ExecutorUse::firstTask, ExecutorUse::lastTask)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("b", 4, 5));
        assertThat(report.executors()).extracting(ExecutorUse::tuples).containsExactly(1L);
        assertThat(report.traffic())
                .extracting(TaskTraffic::from, TaskTraffic::to, TaskTraffic::tuples)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple(4, 7, 2L),
                        org.assertj.core.groups.Tuple.tuple(4, 8, 1L),
                        org.assertj.core.groups.Tuple.tuple(5, 7, 1L));
        assertThat(report.hostProcessors()).isPositive();

        LoadReport second = next();
        assertThat(second.sequence()).isEqualTo(2);
        assertThat(second.traffic()).isEmpty();
        assertThat(second.worker()).isEqualTo(report.worker());
        four.cleanup();
        five.cleanup();
    }

    @Test
    void aWorkerThatComesAgainIsAnotherRun() throws Exception {
        LoadHook first = hook("t-2-1", 4, new HashMap<>());
        String run = next().worker();
        first.cleanup();
        first.cleanup(); // twice does nothing
        LoadHook second = hook("t-2-1", 4, new HashMap<>());
        reports.clear();
        LoadReport report = next();
        while (report.worker().equals(run)) {
            report = next(); // one that was under way
        }
        assertThat(report.sequence()).isEqualTo(1);
        second.cleanup();
    }

    /** A task that is opened again without a word: the new one counts, and ends the monitor. */
    @Test
    void aTaskThatIsOpenedAgainReplacesItself() throws Exception {
        LoadHook old = hook("t-3-1", 4, new HashMap<>());
        LoadHook again = hook("t-3-1", 4, new HashMap<>());
        old.emit(emit(4, 7));
        again.emit(emit(4, 8));
        assertThat(next().traffic()).extracting(TaskTraffic::to).containsExactly(8);
        old.cleanup();
        assertThat(Monitors.workerCount()).isOne();
        again.cleanup();
    }

    @Test
    void topologiesOfOneProcessAreReportedApart() throws Exception {
        LoadHook one = hook("t-4-1", 4, new HashMap<>());
        LoadHook other = hook("t-5-1", 4, new HashMap<>());
        one.emit(emit(4, 7));
        Map<String, Integer> traffic = new HashMap<>();
        while (traffic.size() < 2) {
            LoadReport report = next();
            traffic.merge(report.topology(), report.traffic().size(), Integer::sum);
        }
        assertThat(traffic).isEqualTo(Map.of("t-4-1", 1, "t-5-1", 0));
        one.cleanup();
        other.cleanup();
    }

    @Test
    void goesOnWhateverTheGeneratorAnswers() throws Exception {
        status = 500;
        LoadHook hook = hook("t-6-1", 4, new HashMap<>());
        assertThat(next().sequence()).isEqualTo(1);
        status = 200;
        LoadReport report = next();
        assertThat(report.sequence()).isEqualTo(2); // the first is not sent again
        hook.cleanup();
    }

    @Test
    void doesNothingWithoutAGeneratorOrForStormsOwnTask() {
        for (Object url : Arrays.asList(null, "", "nonsense", "ftp://h", "http://")) {
            Map<String, Object> conf = conf();
            conf.put(MonitorSettings.URL_KEY, url);
            LoadHook hook = new LoadHook();
            hook.prepare(conf, Contexts.of("t-7-1", 4, new HashMap<>()));
            hook.emit(emit(4, 7));
            assertThat(Monitors.workerCount()).isZero();
            hook.cleanup();
        }
        LoadHook system = hook("t-7-1", -1, new HashMap<>());
        system.emit(emit(-1, 7));
        assertThat(Monitors.workerCount()).isZero();
        system.cleanup();
    }

    /** What a topology's own code, or another version of Storm, might hand in. */
    @Test
    @SuppressWarnings("NullAway") // that is the point
    void nothingThatGoesWrongGetsOut() {
        LoadHook never = new LoadHook();
        never.emit(null);
        never.boltExecute(null);
        never.cleanup();
        LoadHook broken = new LoadHook();
        broken.prepare(null, null);
        broken.emit(emit(4, 7));
        broken.cleanup();
        LoadHook hook = hook("t-8-1", 4, new HashMap<>());
        hook.emit(new EmitInfo(null, null, 4, null));
        hook.emit(emit(4, 7));
        hook.cleanup();
    }
}
