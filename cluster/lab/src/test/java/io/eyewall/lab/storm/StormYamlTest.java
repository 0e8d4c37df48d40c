package io.eyewall.lab.storm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.lab.LabHost;
import io.eyewall.lab.LabState;
import io.eyewall.lab.network.LabNetwork;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StormYamlTest {
    private static final LabHost HEAD = new LabHost(LabHost.HEAD, "127.83.0.254", 0, List.of());
    private static final LabHost HOST =
            new LabHost("host1", "127.83.0.1", 6628, List.of(6700, 6701));
    private static final LabState LAB =
            new LabState(
                    1,
                    "0123456789abcdef",
                    "boot",
                    1,
                    LabState.Phase.STARTING,
                    LabNetwork.Kind.LOOPBACK,
                    2181,
                    6627,
                    HEAD,
                    List.of(HOST));

    @TempDir private Path folder = Path.of(""); // until JUnit sets it

    private JsonNode written(LabHost host) throws Exception {
        StormFolders folders = new StormFolders(folder);
        Path conf = Files.createDirectories(folders.conf(host.name()));
        new StormYaml(LAB, folders, false).write(host, Map.of(), Map.of());
        return JsonMapper.builder().build().readTree(conf.resolve("storm.yaml").toFile());
    }

    @Test
    void supervisorsOfferAllProcessorsOfTheMachine() throws Exception {
        assertThat(written(HOST).path("supervisor.cpu.capacity").asDouble())
                .isEqualTo(100.0 * Runtime.getRuntime().availableProcessors());
        assertThat(written(HEAD).has("supervisor.cpu.capacity"))
                .as("the head has no supervisor")
                .isFalse();
    }
}
