package io.eyewall.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.lab.storm.StormFolders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabGeneratorTest {
    private static final LabHost HEAD = new LabHost("head", "10.83.0.254", 0, List.of());

    @TempDir private Path folder = Path.of(""); // until JUnit sets it

    private Path yaml(Map<String, @Nullable Object> conf) throws Exception {
        return Files.write(
                folder.resolve("storm.yaml"), JsonMapper.builder().build().writeValueAsBytes(conf));
    }

    @Test
    void aGeneratorOnTheHeadHasItsAddressAndAToken() throws Exception {
        Map<String, @Nullable Object> conf = new HashMap<>();
        conf.put("eyewall.generator.url", "http://head:9627");
        LabGenerator.resolveHead(conf, HEAD, folder);
        Path token = folder.resolve("generator.token");
        assertThat(conf)
                .containsEntry("eyewall.generator.url", "http://10.83.0.254:9627")
                .containsEntry("eyewall.generator.token.file", token.toString());
        String first = Files.readString(token);
        assertThat(first.strip()).hasSize(64);

        Map<String, @Nullable Object> ofOther = new HashMap<>();
        ofOther.put("eyewall.generator.url", "http://head:9627");
        LabGenerator.resolveHead(ofOther, HEAD, folder);
        assertThat(Files.readString(token)).as("all hosts have one").isEqualTo(first);

        LabGenerator generator = LabGenerator.read(yaml(conf), folder).orElseThrow();
        assertThat(generator.options("serve"))
                .containsExactly(
                        "--bind",
                        "10.83.0.254",
                        "--port",
                        "9627",
                        "--state",
                        folder + "/generator",
                        "--token-file",
                        token.toString());
        assertThat(generator.options("status"))
                .containsExactly(
                        "--url", "http://10.83.0.254:9627", "--token-file", token.toString());
    }

    @Test
    void aGeneratorElsewhereStaysAsItWasGiven() throws Exception {
        Map<String, @Nullable Object> conf = new HashMap<>();
        conf.put("eyewall.generator.url", "http://10.83.0.1:80");
        LabGenerator.resolveHead(conf, HEAD, folder);
        assertThat(conf).isEqualTo(Map.of("eyewall.generator.url", "http://10.83.0.1:80"));
        assertThat(LabGenerator.read(yaml(conf), folder).orElseThrow().options("now"))
                .containsExactly("--url", "http://10.83.0.1:80");
        assertThat(LabGenerator.read(yaml(new HashMap<>()), folder)).isEmpty();
    }

    @Test
    void aLabWithoutAGeneratorSaysHowToGetOne() throws Exception {
        LabFolder lab = LabFolder.of(folder, "test");
        LabState state = LabFolderTest.state(LabBoot.currentId(), LabState.Phase.UP);
        lab.create(state.id());
        lab.write(state);
        Path conf = Files.createDirectories(new StormFolders(lab.path()).conf(LabHost.HEAD));
        Files.writeString(conf.resolve("storm.yaml"), "{}");

        assertThatThrownBy(() -> Lab.open(lab).schedule(List.of(), "status", List.of()))
                .isInstanceOf(LabException.class)
                .hasMessage(
                        "lab 'test' has no schedule generator; 'eyewall lab up --generator' creates"
                                + " a lab with one");
    }
}
