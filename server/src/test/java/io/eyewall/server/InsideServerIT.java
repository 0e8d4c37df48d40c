package io.eyewall.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.server.app.AckedNumbers;
import io.eyewall.server.app.NumberFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A topology inside the server: it ends with it, and the next one starts it again. */
@Timeout(300)
class InsideServerIT {
    private final Path temp;

    InsideServerIT(@TempDir Path temp) {
        this.temp = temp;
    }

    private Set<Long> acked() throws Exception {
        return NumberFile.read(temp.resolve("acked"));
    }

    private static boolean isAnyGuestThere() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().startsWith("eyewall-guest-"));
    }

    @Test
    void runsInsideAndEndsWithTheServer() throws Exception {
        try (ServerFolder folder = new ServerFolder(temp.resolve("state"))) {
            try (EyewallServer first = folder.startInside()) {
                Path jar = TestJars.of(temp, AckedNumbers.class, NumberFile.class);
                StormCommand.jar(
                                temp,
                                first.nimbusPort(),
                                jar,
                                AckedNumbers.class,
                                "numbers",
                                temp.toString())
                        .ok();
                Await.until("acking", () -> acked().size() > 10);
                RunningTopology topology = first.nimbus().runningTopologies().get(0);
                Await.until("active", () -> topology.status() == TopologyStatus.ACTIVE);
                assertThat(folder.topology().worker().orElseThrow().pid())
                        .isEqualTo(ProcessHandle.current().pid());
                assertThat(temp.resolve("state/logs/" + topology.plan().id() + "/worker.log"))
                        .isNotEmptyFile();
                topology.deactivate();
                assertThat(folder.topology().orders().active()).isFalse();
                topology.activate();
            }
            assertThat(isAnyGuestThere()).isFalse();
            int before = acked().size();

            try (EyewallServer second = folder.startInside()) {
                Await.until("going on", () -> acked().size() > before + 10);
                RunningTopology topology = second.nimbus().runningTopologies().get(0);
                assertThat(topology.errors()).isEmpty();
                topology.kill(Duration.ZERO);
                Await.until("over", () -> second.nimbus().runningTopologies().isEmpty());
                Await.until("removed", () -> folder.topologies().isEmpty());
                Await.until("ended", () -> !isAnyGuestThere());
            }
            assertThat(NumberFile.read(temp.resolve("stored"))).containsAll(acked());
        }
    }
}
