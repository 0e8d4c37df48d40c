package io.eyewall.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.console.action.PlacementChoice;
import io.eyewall.console.memory.HistoryFolder;
import io.eyewall.control.ProcessCalls;
import io.eyewall.engine.RunningTopology;
import io.eyewall.model.calibration.MachineConstants;
import io.eyewall.web.RequestListener;
import io.eyewall.web.WebServer;
import io.eyewall.web.WebSettings;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A process that hangs, or has ended, keeps nobody else waiting. */
@SuppressWarnings("NullAway.Init") // JUnit's
class SilentTopologyTest {
    /** What a topology does before it answers. */
    private interface Before {
        void call(String method) throws InterruptedException;
    }

    private volatile Before before = method -> {};
    private final CountDownLatch over = new CountDownLatch(1);
    private TestTopologies topologies;
    private ConsoleSite site;
    private WebServer server;
    private Page page;

    @BeforeEach
    void start() throws Exception {
        topologies = new TestTopologies();
        RunningTopology bad = topologies.start("bad", TestTopologies.line());
        RunningTopology good = topologies.start("good", TestTopologies.line());
        List<RunningTopology> shown = List.of(disturbed(bad), good);
        site =
                new ConsoleSite(
                        () -> shown,
                        PlacementChoice.NONE,
                        ProcessCalls.REMOTE,
                        Optional.of(MachineConstants.ASSUMED),
                        HistoryFolder.NONE,
                        Page.PERIOD);
        server = WebServer.start(WebSettings.loopback(0), site.routes(), RequestListener.NONE);
        page = new Page(server.address());
    }

    private RunningTopology disturbed(RunningTopology topology) {
        return (RunningTopology)
                Proxy.newProxyInstance(
                        RunningTopology.class.getClassLoader(),
                        new Class<?>[] {RunningTopology.class},
                        (proxy, method, arguments) -> {
                            before.call(method.getName());
                            try {
                                return method.invoke(topology, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    @AfterEach
    void end() {
        over.countDown();
        server.close();
        site.close();
        topologies.close();
    }

    private long seq(String key, long after) throws Exception {
        JsonNode tick = page.event(key, "tick", t -> t.get("seq").asLong() > after);
        return tick.get("seq").asLong();
    }

    @Test
    void othersAreLookedAtWhileOneHangs() throws Exception {
        String good = page.key("good");
        page.key("bad");
        before =
                method -> {
                    if (method.equals("metrics")) {
                        over.await();
                    }
                };

        long first = seq(good, 0);
        assertThat(seq(good, first + 2)).isGreaterThan(first + 2);
    }

    @Test
    void whoDoesNotAnswerIsSaidToBeSilentUntilItDoes() throws Exception {
        String bad = page.key("bad");
        before =
                method -> {
                    throw new IllegalStateException("process 42 is gone");
                };

        JsonNode silent = page.event(bad, "silent", s -> true);
        assertThat(silent.get("why").asText()).isEqualTo("process 42 is gone");
        page.event("", "list", l -> l.toString().contains("process 42 is gone"));
        long good = seq(page.key("good"), 0);
        assertThat(seq(page.key("good"), good)).isGreaterThan(good);

        before = method -> {};
        page.event(bad, "log", log -> log.toString().contains("answers again"));
    }

    @Test
    void anErrorEndsNeitherTheWatchNorWhatIsDone() throws Exception {
        String bad = page.key("bad");
        page.event(bad, "tick", t -> t.get("seq").asLong() > 0);
        before =
                method -> {
                    if (method.equals("metrics") || method.equals("deactivate")) {
                        throw new OutOfMemoryError("no thread");
                    }
                };

        JsonNode silent = page.event(bad, "silent", s -> true);
        assertThat(silent.get("why").asText()).contains("OutOfMemoryError", "no thread");
        String wish = "{\"topology\":\"" + bad + "\",\"action\":\"deactivate\"}";
        assertThat(page.post(wish).statusCode()).isEqualTo(202);
        page.event(bad, "log", log -> log.toString().contains("deactivate: java.lang.OutOf"));

        before = method -> {};
        page.event(bad, "log", log -> log.toString().contains("answers again"));
        assertThat(page.post(wish).statusCode()).isEqualTo(202);
        page.event(bad, "log", log -> log.toString().contains("deactivated"));
    }
}
