package io.eyewall.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.local.Eyewall;
import io.eyewall.local.TopologyHandle;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/** Needs node and python3. */
@EnabledIf(value = "haveInterpreters", disabledReason = "node or python3 not on the path")
@Timeout(60)
class MultilangTopologyTest {
    static boolean haveInterpreters() {
        return isOnPath("node") && isOnPath("python3");
    }

    private static boolean isOnPath(String command) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
    }

    @Test
    void countsWhatNodeEmitsAndPythonSplits() throws Exception {
        int rounds = 50;
        Config conf = new Config();
        conf.put(MultilangTopology.ROUNDS, rounds);
        TopologyBuilder builder = MultilangTopology.builder();
        builder.setBolt("collect", new Collect("multilang")).globalGrouping("count");
        try (TopologyHandle topology = Eyewall.start("multilang", conf, builder.createTopology())) {
            Collect.await("all words", () -> Collect.count("multilang") == rounds * 26);
            assertThat(topology.failure()).isEmpty();
        }
        Map<Object, Object> counts = new TreeMap<>();
        for (List<Object> values : Collect.values("multilang")) {
            counts.merge(values.get(0), values.get(1), (a, b) -> (Long) a > (Long) b ? a : b);
        }
        assertThat(counts)
                .containsEntry("the", 4L * rounds)
                .containsEntry("seven", 2L * rounds)
                .containsEntry("cow", (long) rounds);
    }
}
