package io.eyewall.cluster.trials.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.eyewall.lab.network.Namespaces;
import io.eyewall.lab.network.Rate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests in-network processing on a real Storm cluster with shaped links: the component that gathers
 * the streams of four leaves is behind one link first, and the plan moves it to the switch. {@code
 * benchmarks/in-network} runs it with other rates, for all streams.
 */
@Tag("complete")
class InNetworkIT {
    @TempDir private Path root = Path.of(""); // until JUnit sets it

    @Test
    void aNodeAtTheSwitchTakesWhatAllLinksCarry() throws Exception {
        assumeTrue(Namespaces.problem().isEmpty(), () -> Namespaces.problem().orElse(""));
        assumeTrue(SwitchLab.isLibraryBuilt(), "the C++ part was left out of the build");
        Rate rate = Rate.parse(System.getProperty("eyewall.network.rate", "4mbit")).orElseThrow();
        int windowSec = Integer.getInteger("eyewall.network.seconds", 4);
        List<Outcome> outcomes = new ArrayList<>();
        try (SwitchLab lab = new SwitchLab(root, rate, windowSec)) {
            for (String each :
                    System.getProperty("eyewall.network.streams", "AGGREGATED").split(",", -1)) {
                String[] words = each.split(":", -1);
                long work = words.length > 1 ? Long.parseLong(words[1]) : 0;
                outcomes.add(lab.run(Stream.valueOf(words[0]), work, rate));
                Files.writeString(Path.of("target", "in-network.md"), Outcome.table(outcomes));
            }
        }
        if (System.getProperty("eyewall.network.streams") == null) {
            Outcome outcome = outcomes.get(0);
            // At this rate the links are the bottleneck, not the machine.
            assertThat(outcome.speedUp()).as("%s", outcome).isBetween(3.0, 5.0);
        }
    }
}
