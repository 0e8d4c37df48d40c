package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.eyewall.cli.run.DemoInput;
import io.eyewall.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code eyewall demo} against the tools of the shell. */
@NullUnmarked // fields are set by the framework
@Timeout(120)
@DisabledOnOs(OS.WINDOWS)
class DemoCommandIT {
    private static final String PIPELINE =
            "cat \"$@\" | tr -cs '[:alnum:]' '\\n' | tr '[:upper:]' '[:lower:]' | grep -v '^$'"
                    + " | sort | uniq -c | sort -k1,1nr -k2";

    @TempDir Path directory;

    /** What the shell counts, as {@code count word}. */
    private List<String> counted(List<Path> files) throws Exception {
        List<String> command = new ArrayList<>();
        Collections.addAll(command, "sh", "-c", PIPELINE, "sh");
        files.forEach(file -> command.add(file.toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LC_ALL", "C");
        Path out = directory.resolve("expected.out");
        Process process = builder.redirectOutput(out.toFile()).start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return Files.readAllLines(out, StandardCharsets.ISO_8859_1).stream()
                .map(String::strip)
                .toList();
    }

    private static void assertSameCounts(Child child, List<String> expected) throws Exception {
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        List<String> lines = child.out().lines().map(String::strip).toList();
        assertThat(lines.subList(0, lines.size() - 1)).isEqualTo(expected);
        long words = expected.stream().mapToLong(l -> Long.parseLong(l.split(" ")[0])).sum();
        assertThat(lines.get(lines.size() - 1))
                .startsWith(words + " words, " + expected.size() + " different, in ");
    }

    @Test
    void countsTheProjectsOwnTextsAsTheShellDoes() throws Exception {
        Path home = Path.of("").toAbsolutePath().getParent();
        List<Path> files = DemoInput.files(home);
        assertThat(files).hasSizeGreaterThan(50);
        try (Child child =
                Child.start(
                        directory,
                        List.of("-Deyewall.home=" + home),
                        "demo",
                        "--top",
                        "10000000")) {
            assertSameCounts(child, counted(files));
        }
    }

    @Test
    @Tag("complete")
    void countsBytesOfAnyKindAsTheShellDoes() throws Exception {
        Random random = new Random(2);
        Path input = Files.createDirectory(directory.resolve("input"));
        for (int file = 0; file < 5; file++) {
            byte[] bytes = new byte[20_000 + 3 * file];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] =
                        (byte)
                                (random.nextInt(4) == 0
                                        ? random.nextInt()
                                        : 'a' + random.nextInt(3));
            }
            bytes[bytes.length - 1] = 'X'; // the last word goes on in the next file
            Files.write(input.resolve(file + ".txt"), bytes);
        }
        for (String cores : List.of("1", "3")) {
            Child child =
                    Child.run(
                            directory,
                            "demo",
                            "--input",
                            input.toString(),
                            "--top",
                            "10000000",
                            "--cores",
                            cores);
            assertSameCounts(child, counted(DemoInput.files(input)));
        }
    }

    @Test
    void countsNothingInAnEmptyFile() throws Exception {
        Path empty = Files.createFile(directory.resolve("empty"));
        Child child = Child.run(directory, "demo", "--input", empty.toString());
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        assertThat(child.out()).startsWith("0 words, 0 different, in 1 files");
    }

    @Test
    void printsJson() throws Exception {
        Path input = Files.writeString(directory.resolve("in"), "b a b\n");
        Child child = Child.run(directory, "demo", "--json", "--input", input.toString());
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        List<String> words = new ArrayList<>();
        for (String line : child.out().lines().toList()) {
            var event = new ObjectMapper().readTree(line);
            switch (event.path("event").asText()) {
                case "word" -> words.add(event.path("word").asText() + event.path("count").asInt());
                case "total" -> words.add("total" + event.path("words").asInt());
                default -> {}
            }
        }
        assertThat(words).containsExactly("b2", "a1", "total3");
    }

    @Test
    void refusesInputThatIsNotThere() throws IOException, InterruptedException {
        Child child = Child.run(directory, "demo", "--input", "nowhere");
        assertThat(child.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(child.err()).contains("nowhere: no such file");
    }
}
