package io.eyewall.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.model.simulation.spec.ClusterSpec;
import io.eyewall.model.simulation.spec.ComponentSpec;
import io.eyewall.model.simulation.spec.Incident;
import io.eyewall.model.simulation.spec.InputSpec;
import io.eyewall.model.simulation.spec.SimulationSpec;
import io.eyewall.model.simulation.spec.TopologySpec;
import io.eyewall.placement.place.Level;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a description says, and what is told about one that is wrong. */
class DescriptionTest {
    private static final String GOOD =
            """
            title: A test
            duration: 2m
            seed: 5
            cluster:
              nodes:
                node: {count: 3, slots: 2, cores: 8, uplink: 100mbit, memory: 2g, racks: 2}
                box: {box: true}
              transfers:
                node: {send: 3us, receive: 2us, byte: 1ns, delay: 100us}
            events:
              - {at: 30s, fail-node: node-2}
            topologies:
              words:
                workers: 4
                ackers: 2
                queue: 100
                components:
                  lines: {rate: 50k, cost: 2us, executors: 2}
                  split: {cost: 3us, service: constant, emits: 9, bytes: 10, from: {lines: shuffle}}
                  count:
                    on: node-1
                    from:
                      split: {grouping: fields, keys: 20, skew: 0.5}
            variants:
              usual: {}
              slow: {topologies: {words: {components: {split: {cost: 30us}}}}}
            """;

    @TempDir private Path folder = Path.of(""); // until JUnit sets it

    @Test
    void saysWhatIsToBeSimulated() throws Exception {
        Description description = read(GOOD);

        assertThat(description.title()).isEqualTo("A test");
        assertThat(description.runs())
                .extracting(Description.Run::name)
                .containsExactly("usual", "slow");
        SimulationSpec spec = description.runs().get(0).spec();
        assertThat(spec.durationNs()).isEqualTo(120_000_000_000L);
        assertThat(spec.seed()).isEqualTo(5);
        ClusterSpec cluster = spec.cluster();
        assertThat(cluster.nodes())
                .extracting(node -> node.name() + "@" + node.rack())
                .containsExactly("node-1@1.1", "node-2@1.2", "node-3@1.1", "box@1");
        assertThat(cluster.nodes().get(0).uplinkBytesPerSec()).isEqualTo(12.5e6);
        assertThat(cluster.nodes().get(0).memoryBytes()).isEqualTo(2e9);
        assertThat(cluster.transfer(Level.NODE).delayNs()).isEqualTo(100_000);
        assertThat(spec.incidents())
                .containsExactly(new Incident.FailNode(30_000_000_000L, "node-2"));
        TopologySpec words = spec.topologies().get(0);
        assertThat(words.acking()).isEqualTo(TopologySpec.Acking.ACKERS);
        ComponentSpec count = words.components().get(2);
        assertThat(count.inputs())
                .containsExactly(new InputSpec("split", InputSpec.Grouping.FIELDS, 20, 0.5, 9));
        assertThat(count.nodes()).containsExactly("node-1");
    }

    @Test
    void variantsDifferInWhatTheySay() throws Exception {
        Description description = read(GOOD);

        TopologySpec usual = description.runs().get(0).spec().topologies().get(0);
        TopologySpec slow = description.runs().get(1).spec().topologies().get(0);
        assertThat(usual.components().get(1).service().meanNs()).isEqualTo(3_000);
        assertThat(slow.components().get(1).service().meanNs()).isEqualTo(30_000);
        assertThat(slow.components().get(0)).isEqualTo(usual.components().get(0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "seed: 5|seed: -1|:3:7: 'seed' is '-1', expected a number such as 0.5, 200 or 50k",
                "seed: 5|seed: 1.5|:3:7: 'seed' is '1.5', expected a whole number from 0",
                "duration: 2m|duration: 2 weeks|:2:11: 'duration' is '2 weeks', expected a duration"
                        + " such as 20s, 5ms, 30us or 2m",
                "uplink: 100mbit|uplink: fast|:6:50: 'uplink' is 'fast', expected a bandwidth",
                "cores: 8|kores: 8|:6:32: 'node' has no key 'kores'; expected one of box, cores,",
                "lines: shuffle|lines: some|'lines' is 'some', expected one of shuffle,"
                        + " local-or-shuffle, fields, all, global",
                "lines: shuffle|line: shuffle|topology 'words': 'split' takes from 'line', which it"
                        + " does not have; it has [count, lines, split]",
                "node: {send|wire: {send|'wire' is 'wire', expected one of core, socket, process,"
                        + " node, rack, switch",
                "fail-node: node-2|fail: node-2|:11:5: an event has no effect",
                "queue: 100|queue: none|'queue' is 'none', expected a number",
                "workers: 4|workers: 4, 5|'workers' is '4, 5', expected a number",
                "    ackers: 2|    workers: 2|'words' has 'workers' twice; remove one",
                "ackers: 2|acking: ackers|0 ackers with acking ACKERS make no sense",
                "rate: 50k, ||component 'lines' takes no stream and is no spout",
                "title: A test|title: [A, test]|:1:8: expected one value for 'title'",
                "slots: 2|slots: 2]|expected ',' or '}'",
            })
    void namesThePlaceWhatWasExpectedAndWhatIsThere(String good, String bad, String message) {
        String text = GOOD.replace(good, bad == null ? "" : bad);

        assertThat(text).isNotEqualTo(GOOD);
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(DescriptionException.class)
                .hasMessageStartingWith(folder.resolve("test.yaml").toString())
                .hasMessageContaining(message);
    }

    @Test
    void refusesWhatIsEmptyOrNotThere() {
        assertThatThrownBy(() -> read(""))
                .hasMessageContaining(":1:1: is empty; expected a description");
        assertThatThrownBy(() -> Description.read(folder.resolve("none.yaml")))
                .isInstanceOf(DescriptionException.class)
                .hasMessageContaining("can't be read");
    }

    @Test
    void refusesWhatIsNoText() throws IOException {
        Path file = Files.write(folder.resolve("bytes.yaml"), new byte[] {(byte) 0xff, 1, 2});
        assertThatThrownBy(() -> Description.read(file))
                .isInstanceOf(DescriptionException.class)
                .hasMessage(file + ": is not YAML; expected text in UTF-8");
    }

    private Description read(String text) throws DescriptionException, IOException {
        Path file = folder.resolve("test.yaml");
        Files.writeString(file, text);
        return Description.read(file);
    }
}
