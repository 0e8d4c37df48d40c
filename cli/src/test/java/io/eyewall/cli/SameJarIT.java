package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.examples.wordcount.WordCountTopology;
import io.eyewall.lab.Lab;
import io.eyewall.lab.LabFolder;
import io.eyewall.lab.LabSettings;
import io.eyewall.lab.jars.StormJars;
import io.eyewall.lab.network.LabNetwork;
import io.eyewall.lab.process.ProcessTable;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * One jar, built once, and its main with the same arguments: here, on a server, and on a real Storm
 * cluster. The example counts words and ends itself; all three have to count the same.
 */
@Tag("complete") // starts a Storm cluster
@Timeout(300)
class SameJarIT {
    private static final int LINES = 3_000;
    private static final String MAIN = WordCountTopology.class.getName();

    /** For the cluster's schedulers; must not hinder anybody else. */
    private static final String[] FOR_CLUSTERS = {
        "-c", "eyewall.schedule.enabled=false", "-c", "eyewall.pinned={count: [host1, host2]}"
    };

    @TempDir private Path directory = Path.of(""); // until JUnit sets it

    private final Map<String, Integer> expected = new TreeMap<>();
    private Path jar = Path.of("");
    private Path input = Path.of("");

    @BeforeEach
    void makeJarAndInput() throws Exception {
        jar = AppJar.of(WordCountTopology.class, directory.resolve("examples.jar"));
        Random random = new Random(11);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < LINES; i++) {
            StringBuilder line = new StringBuilder();
            for (int j = random.nextInt(12); j > 0; j--) {
                String word = "w" + (int) Math.abs(random.nextGaussian() * 300);
                expected.merge(word, 1, Integer::sum);
                line.append(random.nextBoolean() ? word : word.toUpperCase(Locale.ROOT))
                        .append("; ");
            }
            lines.add(line.toString());
        }
        input = Files.write(directory.resolve("input.txt"), lines);
    }

    @AfterEach
    void takeDown() throws Exception {
        Lab.down(folder(), false);
    }

    @Test
    void countsTheSameHereOnAServerAndOnACluster() throws Exception {
        assumeTrue(ProcessTable.isSupported(), "there is no /proc");

        Path here = directory.resolve("here.txt");
        String[] app = {jar.toString(), MAIN, here.toString(), input.toString()};
        assertThat(ended(concat(concat("run", FOR_CLUSTERS), app))).isZero();
        assertThat(Files.readAllLines(here)).isEqualTo(expectedLines());

        Path served = directory.resolve("served.txt");
        try (TestServer server = TestServer.start(directory)) {
            submit(server.to(), served, FOR_CLUSTERS);
            await(served);
        }
        assertThat(served).hasSameBinaryContentAs(here);

        Path clustered = directory.resolve("clustered.txt");
        Lab lab = lab();
        String to =
                "storm://%s:%d".formatted(lab.state().head().address(), lab.state().nimbusPort());
        assertThat(refusal(to, "-c", "topology.workers=3"))
                .contains(to + " refuses 'wordcount': ", "more than 2 workers");
        String[] workers = {"-c", "topology.workers=2", "-c", "topology.acker.executors=2"};
        submit(to, clustered, concat(workers, FOR_CLUSTERS));
        assertThat(refusal(to)).contains("the name 'wordcount' is in use at " + to, "kill");
        await(clustered);
        assertThat(clustered).hasSameBinaryContentAs(here);
    }

    private void submit(String to, Path output, String... options) throws Exception {
        Child child = submission(to, output, options);
        assertThat(child.exitCode()).as(child.err()).isZero();
        assertThat(child.err()).contains("Submitted 'wordcount' to " + to);
    }

    private String refusal(String to, String... options) throws Exception {
        Child child = submission(to, directory.resolve("never.txt"), options);
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.FAILED);
        assertThat(child.err()).contains("eyewall: ").doesNotContain("Submitted");
        return child.err();
    }

    private Child submission(String to, Path output, String... options) throws Exception {
        return TestServer.client(
                directory,
                "submit",
                to,
                List.of(options),
                jar.toString(),
                MAIN,
                output.toString(),
                input.toString());
    }

    private static String[] concat(String first, String[] others) {
        return concat(new String[] {first}, others);
    }

    private static String[] concat(String[] some, String[] others) {
        return Stream.of(some, others).flatMap(Stream::of).toArray(String[]::new);
    }

    private int ended(String... args) throws Exception {
        Child child = Child.run(directory, args);
        return child.exitCode();
    }

    private LabFolder folder() throws Exception {
        return LabFolder.of(directory.resolve("labs"), "same");
    }

    private Lab lab() throws Exception {
        LabSettings settings =
                new LabSettings(
                        2,
                        1,
                        Optional.of(LabNetwork.Kind.LOOPBACK),
                        Optional.empty(),
                        new LabSettings.Plugins(
                                List.of(),
                                List.of(),
                                Map.of("", Map.of("nimbus.slots.perTopology", 2))),
                        false,
                        false,
                        Duration.ofMinutes(4));
        Path repository = Path.of(System.getProperty("eyewall.repository", "target"));
        StormJars jars =
                new StormJars(
                        List.of(repository), directory.resolve("jars"), URI.create("file:/none/"));
        return Lab.up(folder(), settings, jars, false, System.err::println);
    }

    /** The topology has written all of it: the file is whole when its last line is there. */
    private void await(Path output) throws Exception {
        int lines = expectedLines().size();
        for (int i = 0; !Files.exists(output) || Files.readAllLines(output).size() < lines; i++) {
            assertThat(i).as("no result in %s", output).isLessThan(4_000);
            Thread.sleep(50);
        }
    }

    private List<String> expectedLines() {
        return expected.entrySet().stream()
                .sorted(
                        Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                                .thenComparing(Map.Entry.comparingByKey()))
                .map(entry -> entry.getValue() + "\t" + entry.getKey())
                .toList();
    }
}
