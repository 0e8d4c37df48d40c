package io.eyewall.lab.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NamespaceNetworkTest {
    private final LabNetwork network =
            LabNetwork.of(
                    LabNetwork.Kind.NAMESPACES,
                    "%016x".formatted(ThreadLocalRandom.current().nextLong()));

    @BeforeEach
    void needsNamespaces() {
        assumeTrue(Namespaces.problem().isEmpty(), "no network namespaces can be had");
    }

    @AfterEach
    void remove() throws Exception {
        network.remove();
    }

    /** Simulates Redis, whose process title overwrites the environment. */
    @Test
    void whoRunsOnAHostIsKnownWithoutItsEnvironment() throws Exception {
        network.create(List.of(new LabNetwork.NumberedHost("host1", 1)));
        List<String> command = new ArrayList<>(network.commandPrefix("host1"));
        command.addAll(List.of("env", "-i", "sh", "-c", "echo there; read line"));
        Process inside = new ProcessBuilder(command).start();
        try {
            assertThat(inside.inputReader().readLine()).isEqualTo("there");

            assertThat(network.processes().test(inside.pid())).isTrue();
            assertThat(network.processes().test(ProcessHandle.current().pid())).isFalse();
        } finally {
            inside.destroyForcibly().waitFor();
        }
        network.remove();

        assertThat(network.partNames()).isEmpty();
        assertThat(network.processes().test(ProcessHandle.current().pid())).isFalse();
    }
}
