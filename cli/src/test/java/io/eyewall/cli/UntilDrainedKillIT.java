package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code eyewall run --until-drained} of the toolkit's operators: files that end, windows that are
 * not full then, a sink that has a batch begun; with SIGKILL in between ({@code -Deyewall.kills=N}
 * asks for more).
 */
@NullUnmarked // fields are set by the framework
@Timeout(240)
class UntilDrainedKillIT {
    private static final int FILES = 40;
    private static final int LINES = 500;
    private static final int KILLS = Integer.getInteger("eyewall.kills", 2);

    /** Windows of seven lines with the same last digit; the last of each digit has fewer. */
    private static final String WINDOWS =
            """
            package app;
            import io.eyewall.toolkit.file.*;
            import io.eyewall.toolkit.flow.*;
            import io.eyewall.toolkit.window.*;
            import java.nio.file.Path;
            import java.time.Duration;
            import org.apache.storm.*;
            public class Windows {
                public static void main(String[] args) throws Exception {
                    FlowBuilder flows = new FlowBuilder();
                    flows.source("lines", FolderSource.of(Path.of(args[0]), "*.txt",
                                    FileFormat.lines("line", Compression.none())).untilEnd().build(),
                                    tuple -> tuple.getString(0))
                            .keyBy(line -> line.charAt(line.length() - 1))
                            .tasks(3)
                            .window(WindowSpec.tumbling(Bound.count(7)))
                            .<String>evaluate("windows", (digit, lines, out) ->
                                    out.accept(String.join(" ", lines)))
                            .to("files", FolderSink.of(Path.of(args[1]),
                                            FileFormat.lines("value", Compression.none()))
                                    .batch(50, Duration.ofMillis(200)).build());
                    StormSubmitter.submitTopology("windows", new Config(), flows.build());
                }
            }
            """;

    @TempDir static Path directory;
    private static String jar;
    private static Path in;

    @BeforeAll
    static void build() throws IOException {
        jar = AppJar.build(directory, Map.of("app.Windows", WINDOWS), List.of()).toString();
        in = Files.createDirectory(directory.resolve("in"));
        for (int file = 0; file < FILES; file++) {
            int first = file * LINES;
            Files.write(
                    in.resolve("%02d.txt".formatted(file)),
                    IntStream.range(first, first + LINES)
                            .mapToObj(line -> "line " + line)
                            .toList());
        }
    }

    private static List<Path> written(Path out) throws IOException {
        if (!Files.isDirectory(out)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(out)) {
            return files.filter(file -> file.toString().endsWith(".txt")).toList();
        }
    }

    /** How often each line was written. */
    private static Map<Integer, Integer> counts(Path out) throws IOException {
        Map<Integer, Integer> counts = new TreeMap<>();
        for (Path file : written(out)) {
            for (String window : Files.readAllLines(file)) {
                for (String line : window.split(" ?line ")) {
                    if (!line.isEmpty()) {
                        counts.merge(Integer.parseInt(line), 1, Integer::sum);
                    }
                }
            }
        }
        return counts;
    }

    private static List<Integer> all() {
        return IntStream.range(0, FILES * LINES).boxed().collect(Collectors.toList());
    }

    private static Child start(Path out, String places) throws IOException {
        Path own = Files.createDirectories(directory.resolve(places));
        for (Path file : files(in)) { // how far a source is, is kept beside the files
            Path copy = own.resolve(file.getFileName());
            if (!Files.exists(copy)) {
                Files.createLink(copy, file);
            }
        }
        return Child.start(
                directory,
                List.of(),
                "run",
                "--until-drained",
                jar,
                "app.Windows",
                own.toString(),
                out.toString());
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return new ArrayList<>(files.filter(Files::isRegularFile).toList());
        }
    }

    @Test
    void windowsThatAreNotFullAndBatchesAreWrittenAtTheEnd() throws Exception {
        Path out = directory.resolve("out");
        try (Child child = start(out, "whole")) {
            assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        }
        Map<Integer, Integer> counts = counts(out);
        assertThat(counts.keySet()).containsExactlyElementsOf(all());
        assertThat(counts.values()).containsOnly(1);
    }

    @Test
    void nothingIsLostWithProcessesThatAreKilled() throws Exception {
        Path out = directory.resolve("out-of-killed");
        int killed = 0;
        for (int i = 0; i < KILLS; i++) {
            int before = written(out).size();
            try (Child child = start(out, "killed")) {
                long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
                while (child.isAlive() && written(out).size() < before + 2) {
                    assertThat(System.nanoTime()).as(child.err()).isLessThan(deadlineNs);
                    Thread.sleep(2);
                }
                killed += child.isAlive() ? 1 : 0;
            } // by SIGKILL
        }
        assertThat(killed).as("killed before their end").isPositive();
        try (Child child = start(out, "killed")) {
            assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        }
        assertThat(counts(out).keySet()).containsExactlyElementsOf(all());
    }
}
