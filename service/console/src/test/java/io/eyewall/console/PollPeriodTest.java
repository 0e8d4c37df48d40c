package io.eyewall.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.console.action.PlacementChoice;
import io.eyewall.console.memory.HistoryFolder;
import io.eyewall.control.ProcessCalls;
import io.eyewall.engine.RunningTopology;
import io.eyewall.web.RequestListener;
import io.eyewall.web.WebServer;
import io.eyewall.web.WebSettings;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How often a console asks a topology, compared with its periods, while pages are open or not. */
class PollPeriodTest {
    private final AtomicInteger periods = new AtomicInteger();
    private final AtomicInteger polls = new AtomicInteger();
    private final CountDownLatch enough = new CountDownLatch(50);

    private RunningTopology counted(RunningTopology topology) {
        return (RunningTopology)
                Proxy.newProxyInstance(
                        RunningTopology.class.getClassLoader(),
                        new Class<?>[] {RunningTopology.class},
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("metrics")) {
                                polls.incrementAndGet();
                            }
                            try {
                                return method.invoke(topology, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    private List<RunningTopology> onPeriod(List<RunningTopology> shown) {
        periods.incrementAndGet();
        enough.countDown();
        return shown;
    }

    @Test
    void aTopologyIsAskedSeldomUntilAPageOpens() throws Exception {
        try (TestTopologies topologies = new TestTopologies()) {
            List<RunningTopology> shown =
                    List.of(counted(topologies.start("line", TestTopologies.line())));
            try (ConsoleSite site =
                            new ConsoleSite(
                                    () -> onPeriod(shown),
                                    PlacementChoice.NONE,
                                    ProcessCalls.REMOTE,
                                    Optional.empty(),
                                    HistoryFolder.NONE,
                                    Page.PERIOD);
                    WebServer server =
                            WebServer.start(
                                    WebSettings.loopback(0), site.routes(), RequestListener.NONE)) {
                assertThat(enough.await(1, TimeUnit.MINUTES)).isTrue();
                assertThat(polls.get()).isBetween(3, 15);

                int pollsBefore = polls.get();
                int periodsBefore = periods.get();
                new Page(server.address())
                        .event("", "list", list -> polls.get() >= pollsBefore + 20);
                assertThat(periods.get() - periodsBefore).as("periods of 20 polls").isLessThan(60);
            }
        }
    }
}
