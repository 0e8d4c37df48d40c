package io.eyewall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.dist.Launch.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the package promises works where it is unpacked, here in a folder with a space. */
@NullUnmarked // fields are set by the framework
@DisabledOnOs(OS.WINDOWS)
class RunFromPackageIT {
    private static final Pattern NIMBUS = Pattern.compile("Storm's clients: (\\S+)");

    @TempDir Path directory;

    static Stream<Path> archives() {
        return Stream.of(Archives.tar(), Archives.zip());
    }

    private Path root;
    private Path elsewhere;

    private void unpack(Path archive) throws IOException, InterruptedException {
        root = Archives.unpack(archive, Files.createDirectory(directory.resolve("my programs")));
        elsewhere = Files.createDirectory(directory.resolve("else where"));
    }

    private Result eyewall(String... args) throws IOException, InterruptedException {
        return eyewall(Launch.usual(), args);
    }

    private Result eyewall(Map<String, String> environment, String... args)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(root.resolve("bin/eyewall").toString()));
        command.addAll(List.of(args));
        return Launch.run(elsewhere, environment, command).assertOk();
    }

    private String examples() {
        return root.resolve("examples/eyewall-examples.jar").toString();
    }

    /** All in one, since an archive takes seconds to unpack. */
    @ParameterizedTest
    @MethodSource("archives")
    void runsAllThatItHas(Path archive) throws Exception {
        unpack(archive);
        saysItsVersion();
        countsWords();
        countsItsOwnTexts();
        runsAnExample();
        keepsStateOnDisk();
        runsFlux();
        countsEmails();
        simulates();
        asksInSql();
        runsOldApplications();
        keepsTopologiesRunning();
    }

    private void saysItsVersion() throws Exception {
        assertThat("eyewall-" + eyewall("--version").out().lines().findFirst().orElse(""))
                .isEqualTo(Archives.NAME.replaceFirst("-", "-eyewall "));
    }

    private void countsWords() throws Exception {
        Path text = Files.writeString(elsewhere.resolve("a * text.txt"), "storm eye storm\n");
        Result result = eyewall("demo", "--input", text.getFileName().toString());
        assertThat(result.out().lines().map(String::strip))
                .startsWith("2 storm", "1 eye")
                .anyMatch(line -> line.startsWith("3 words, 2 different, in 1 files"));
    }

    private void countsItsOwnTexts() throws Exception {
        assertThat(eyewall("demo", "--top", "1").out()).contains(" different, in ");
    }

    private void runsAnExample() throws Exception {
        Result result =
                eyewall(
                        "run",
                        "--for",
                        "1s",
                        examples(),
                        "io.eyewall.examples.ExclamationTopology");
        assertThat(result.err()).contains("exclamation in all");
    }

    private void keepsStateOnDisk() throws Exception {
        String main = "io.eyewall.examples.state.StatefulCountTopology";
        eyewall("run", "--for", "2s", examples(), main, "state", "1000");
        try (Stream<Path> files = Files.walk(elsewhere.resolve("state"))) {
            assertThat(files.map(file -> file.getFileName().toString())).contains("CURRENT");
        }
    }

    private void runsFlux() throws Exception {
        Path text = Files.writeString(elsewhere.resolve("flux.txt"), "one two two\n");
        Path counts = elsewhere.resolve("flux.counts");
        Path filter =
                Files.writeString(
                        elsewhere.resolve("words.properties"),
                        "input=" + text + "\noutput=" + counts + "\n");
        String yaml = root.resolve("examples/src/resources/flux/wordcount.yaml").toString();
        eyewall("run", "flux", yaml, "--filter", filter.toString(), examples());
        assertThat(Files.readAllLines(counts)).containsExactly("2\ttwo", "1\tone");
    }

    private void countsEmails() throws Exception {
        eyewall("email", "generate", "--count", "50", "--seed", "1", "-o", "mail.gz");
        Result result =
                eyewall(
                        "run",
                        "--until-drained",
                        root.resolve("examples/eyewall-examples-email.jar").toString(),
                        "io.eyewall.examples.email.EmailTopology",
                        "--out",
                        "mail",
                        "mail.gz");
        assertThat(result.err()).contains("all spouts have ended");
        assertThat(elsewhere.resolve("mail/part-0.gz")).isNotEmptyFile();
    }

    private void simulates() throws Exception {
        String file = root.resolve("examples/simulations/failures.yaml").toString();
        assertThat(eyewall("simulate", file).out()).isNotBlank();
    }

    /**
     * Calcite is found beside the command's jar, and the paths of the script from its user's
     * folder.
     */
    private void asksInSql() throws Exception {
        Files.writeString(elsewhere.resolve("orders.csv"), "eye,2\nstorm,3\neye,5\n");
        Path script =
                Files.writeString(
                        elsewhere.resolve("sums of words.sql"),
                        """
                        CREATE TABLE orders (word VARCHAR, amount INTEGER)
                        WITH ('connector' = 'file', 'path' = 'orders.csv');
                        SELECT word, SUM(amount) AS amount FROM orders GROUP BY word ORDER BY amount DESC;
                        """);
        Result result = eyewall("sql", script.getFileName().toString());
        assertThat(result.out().lines()).containsExactly("word,amount", "eye,7", "storm,3");
    }

    /** The classes of Storm 0.x lie beside the command's jar, too. */
    private void runsOldApplications() throws Exception {
        Path legacy = Path.of("../../cli/target/legacy-test").toAbsolutePath().normalize();
        Result result =
                eyewall(
                        "run",
                        "--legacy",
                        "--for",
                        "1s",
                        "--jars",
                        legacy.resolve("json-simple.jar").toString(),
                        legacy.resolve("storm-starter.jar").toString(),
                        "storm.starter.ExclamationTopology");
        assertThat(result.err()).contains(" in all");
    }

    /** Topologies run in processes of their own, which find the jars from the server's. */
    private void keepsTopologiesRunning() throws Exception {
        List<String> command =
                List.of(
                        root.resolve("bin/eyewall").toString(),
                        "server",
                        "--state",
                        elsewhere.resolve("the state").toString(),
                        "--port",
                        "0",
                        "--nimbus-port",
                        "0");
        try (Launch server = Launch.start(elsewhere, ofUser(), command)) {
            server.awaitErr(said -> said.contains("Ready."));
            Matcher address = NIMBUS.matcher(server.err());
            assertThat(address.find()).as(server.err()).isTrue();
            eyewall(
                    ofUser(),
                    "submit",
                    "--to",
                    "storm://" + address.group(1),
                    examples(),
                    "io.eyewall.examples.ExclamationTopology",
                    "shouts");
            server.awaitErr(said -> said.contains(" runs in process "));
            assertThat(eyewall(ofUser(), "list").out()).contains("shouts");
            eyewall(ofUser(), "kill", "shouts", "-w", "0");
            server.awaitErr(said -> said.contains(" is over"));
        }
    }

    /** With a folder for sockets, where a run beside this one is not seen. */
    private Map<String, String> ofUser() {
        Map<String, String> environment = new HashMap<>(Launch.usual());
        environment.put("XDG_RUNTIME_DIR", directory.toString());
        return environment;
    }
}
