package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.eyewall.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code --json}, which every verb has that has results; a new one has to be in the table below.
 */
@NullUnmarked // fields are set by the framework
class JsonVerbsTest {
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** Its options are the benchmarks' own, and so is their test: {@code --json -}. */
    private static final String BENCH = "bench";

    @TempDir private Path folder;

    /**
     * A call of each: how it ends, how many results there are, -1 for some, its words up to where
     * the option belongs, and what follows. What needs a running topology, a server or a cluster is
     * tried with nobody there; with one in RemoteCommandsIT, TestServer, ScheduleRecordIT and their
     * like.
     */
    private static final List<Call> CALLS =
            List.of(
                    new Call(0, 1, "version", ""),
                    new Call(0, -1, "doctor", ""),
                    new Call(0, 1, "completion", "fish"),
                    new Call(0, 1, "email generate", "-o FOLDER/mail.gz --count 3"),
                    new Call(1, 0, "email import", "FOLDER/none -o FOLDER/other.gz"),
                    new Call(0, 1, "cluster uninstall", "FOLDER"),
                    new Call(1, 0, "cluster install", "FOLDER/none"),
                    new Call(2, 0, "run", "FOLDER/no.jar app.Main"),
                    new Call(1, 0, "run flux", "FOLDER/no.yaml"),
                    new Call(1, -1, "lint", "FOLDER/no.yaml"),
                    new Call(1, -1, "test", "FOLDER/no.yaml"),
                    new Call(2, 0, "sql", "FOLDER/no.sql"),
                    new Call(2, 0, "demo", "--input FOLDER/none"),
                    new Call(2, 0, "submit", "FOLDER/no.jar"),
                    new Call(2, 0, "update", "nobody FOLDER/no.jar"),
                    new Call(2, 0, "server", "--port 99999"),
                    new Call(2, 0, "console", "--port 99999"),
                    new Call(0, 0, "list", ""),
                    new Call(1, 0, "top", "nobody"),
                    new Call(1, 0, "logs", "nobody"),
                    new Call(1, 0, "flame", "nobody"),
                    new Call(1, 0, "trace", "nobody"),
                    new Call(1, 0, "snapshot", "nobody"),
                    new Call(1, 0, "snapshots", "FOLDER/none"),
                    new Call(1, 0, "activate", "nobody"),
                    new Call(1, 0, "deactivate", "nobody"),
                    new Call(1, 0, "rebalance", "nobody -n 2"),
                    new Call(1, 0, "kill", "nobody"),
                    new Call(1, 0, "plan show", "999999999"),
                    new Call(1, 0, "plan use", "affinity 999999999"),
                    new Call(1, 0, "plan record", "nobody -o FOLDER/recording"),
                    new Call(1, 0, "plan predict", "nobody"),
                    new Call(2, 0, "calibrate", "--millis 1"),
                    new Call(1, 0, "simulate", "FOLDER/none"),
                    new Call(2, 0, "lab up", "--hosts 0"),
                    new Call(1, 0, "lab status", "--name nobody-has-this"),
                    new Call(1, 0, "lab storm", "--name nobody-has-this list"),
                    new Call(1, 0, "lab exec", "--name nobody-has-this head true"),
                    new Call(2, 0, "lab submit", "--name nobody-has-this FOLDER/no.jar Main"),
                    new Call(1, 0, "lab schedule", "--name nobody-has-this status"),
                    new Call(1, 0, "lab shape", "--name nobody-has-this host1 --rate none"),
                    new Call(1, 0, "lab kill", "--name nobody-has-this nimbus"),
                    new Call(1, 0, "lab start", "--name nobody-has-this nimbus"),
                    new Call(0, 0, "lab down", "--name nobody-has-this"),
                    new Call(2, 0, "schedule serve", "--period 0"),
                    new Call(1, 0, "schedule status", "--url http://127.0.0.1:1"),
                    new Call(1, 0, "schedule use", "affinity --url http://127.0.0.1:1"),
                    new Call(1, 0, "schedule now", "--url http://127.0.0.1:1"),
                    new Call(2, 0, "schedule record", "nobody -o FOLDER/other --windows 0"));

    private record Call(int code, int results, String verb, String rest) {
        List<String> words(Path folder) {
            return words(verb + " --json " + rest, folder);
        }

        static List<String> words(String text, Path folder) {
            return Stream.of(text.replace("FOLDER", folder.toString()).split(" ")).toList();
        }
    }

    /** What is asked for in an installation of Storm, before it is changed. */
    @BeforeEach
    void makeStorm() throws IOException {
        Files.createDirectory(folder.resolve("lib"));
        Files.createFile(Files.createDirectory(folder.resolve("conf")).resolve("storm.yaml"));
    }

    static Stream<Call> calls() {
        return CALLS.stream();
    }

    @Test
    void everyVerbWithResultsHasItAndIsTried() {
        List<String> tried = CALLS.stream().map(Call::verb).toList();
        List<List<String>> missing = new ArrayList<>();
        for (List<String> verb : Verbs.all()) {
            String name = String.join(" ", verb);
            boolean isAlias = !Verbs.command(verb).getCommandName().equals(last(verb));
            if (!Verbs.hasResults(verb) || name.equals(BENCH) || isAlias) {
                continue;
            }
            boolean has = Verbs.command(verb).getCommandSpec().findOption("--json") != null;
            if (!has || !tried.contains(name)) {
                missing.add(verb);
            }
        }
        assertThat(missing).as("verbs without --json, or that are not tried above").isEmpty();
    }

    private static String last(List<String> verb) {
        return verb.get(verb.size() - 1);
    }

    @ParameterizedTest
    @MethodSource("calls")
    void itsResultsAreAloneAndMessagesElsewhere(Call call) throws IOException {
        Verbs.Said said = Verbs.say(call.words(folder));
        assertThat(said.code()).as(said.err()).isEqualTo(call.code());
        List<JsonNode> results = results(said);
        if (call.results() < 0) {
            assertThat(results).isNotEmpty();
        } else {
            assertThat(results).as(said.out()).hasSize(call.results());
        }
        if (call.code() != ExitCode.OK) {
            assertThat(said.err()).contains("eyewall: ");
        }
    }

    private static List<JsonNode> results(Verbs.Said said) throws IOException {
        List<JsonNode> results = new ArrayList<>();
        for (String line : said.out().lines().toList()) {
            JsonNode result = JSON.readTree(line);
            assertThat(result.isObject()).as(line).isTrue();
            results.add(result);
        }
        return results;
    }

    /** What needs nobody else, and what it says. */
    @ParameterizedTest
    @CsvSource({
        "completion bash --json, script, complete -F",
        "email generate --json -o FOLDER/mail.gz --count 3, emails, 3",
        "email import --json FOLDER/letter -o FOLDER/import.gz, emails, 1",
        "cluster install --json --print STORM, storm.scheduler, io.eyewall",
        "version --json, stormApi, 2.",
    })
    void whatWasDoneHasFields(String words, String field, String text) throws IOException {
        Files.writeString(folder.resolve("letter"), "From: a@enron.com\nDate: today\n\nHello\n");
        Verbs.Said said = Verbs.say(Call.words(words.replace("STORM", "FOLDER"), folder));
        assertThat(said.code()).as(said.err()).isZero();
        assertThat(results(said)).hasSize(1);
        assertThat(results(said).get(0).path(field).asText()).contains(text);
    }
}
