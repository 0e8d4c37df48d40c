package io.eyewall.server.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Test;

class ChildOptionsTest {
    private static List<String> options(Map<String, Object> submitted, Map<String, Object> more) {
        Map<String, Object> daemonConf = new HashMap<>(Utils.readDefaultConfig());
        daemonConf.putAll(more);
        return ChildOptions.assemble(submitted, daemonConf, "words-1-2");
    }

    @Test
    void aWorkersHeapOfStormAndNoneOfItsOptionsForOldJvms() {
        assertThat(options(Map.of(), Map.of()))
                .contains("-Xmx768m", "-XX:+ExitOnOutOfMemoryError")
                .noneMatch(option -> option.contains("PrintGCDetails"));
    }

    @Test
    void oneProcessDoesTheWorkOfAllWorkers() {
        assertThat(
                        options(
                                Map.of(
                                        "topology.workers",
                                        2,
                                        "topology.worker.max.heap.size.mb",
                                        100.0),
                                Map.of()))
                .contains("-Xmx200m");
    }

    @Test
    void whatATopologyAsksForComesLast() {
        List<String> options =
                options(
                        Map.of("topology.worker.childopts", "-Xmx64m -Dname=%TOPOLOGY-ID%"),
                        Map.of("worker.childopts", List.of("-Xms1m", "-Dheap=%HEAP-MEM%")));

        assertThat(options.subList(options.indexOf("-Xmx768m"), options.size()))
                .containsSubsequence(
                        "-Xmx768m", "-Xms1m", "-Dheap=768", "-Xmx64m", "-Dname=words-1-2");
    }

    @Test
    void handsOnWhatEveryJvmOfOursNeedsAndTheCollectorUnlessAnotherIsAskedFor() {
        List<String> ofServer =
                List.of(
                        "-Xmx9g",
                        "-agentlib:jdwp=transport=dt_socket",
                        "--add-opens=java.base/java.util=ALL-UNNAMED",
                        "-XX:+UseParallelGC");
        Map<String, Object> daemonConf = Utils.readDefaultConfig();

        assertThat(ChildOptions.assemble(Map.of(), daemonConf, "words-1-2", ofServer))
                .contains("--add-opens=java.base/java.util=ALL-UNNAMED", "-XX:+UseParallelGC")
                .doesNotContain("-Xmx9g")
                .noneMatch(option -> option.startsWith("-agentlib"));
        assertThat(
                        ChildOptions.assemble(
                                Map.of("topology.worker.gc.childopts", "-XX:+UseSerialGC"),
                                daemonConf,
                                "words-1-2",
                                ofServer))
                .contains("-XX:+UseSerialGC")
                .doesNotContain("-XX:+UseParallelGC");
    }
}
