package io.eyewall.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineReaderTest {
    private static List<String> lines(List<Path> files, int parts) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            try (LineReader reader = new LineReader(files, part, parts)) {
                for (String line = reader.next(); line != null; line = reader.next()) {
                    lines.add(line);
                }
            }
        }
        return lines;
    }

    @Property(tries = 300)
    void partsTogetherHoldEachLineOnceAsIfTheFilesWereOne(
            @ForAll @Size(max = 4)
                    List<@StringLength(max = 20) @CharRange(from = 'a', to = 'b') String> texts,
            @ForAll @IntRange(min = 1, max = 7) int parts)
            throws IOException {
        Path directory = Files.createTempDirectory("line-reader");
        List<Path> files = new ArrayList<>();
        try {
            for (String text : texts) {
                // 'b' stands for the end of a line
                String content = text.replace('b', '\n');
                files.add(Files.writeString(directory.resolve("file" + files.size()), content));
            }
            String all = String.join("", texts).replace('b', '\n');
            List<String> expected = all.lines().toList();
            assertThat(lines(files, parts)).isEqualTo(expected);
        } finally {
            for (Path file : files) {
                Files.delete(file);
            }
            Files.delete(directory);
        }
    }

    @Test
    void cutsLongLinesBetweenWords(@TempDir Path directory) throws IOException {
        String text = "word ".repeat(50_000) + "x".repeat(200_000) + " end\nnext\n";
        Path file = Files.writeString(directory.resolve("long"), text);
        for (int parts : new int[] {1, 2, 5}) {
            List<String> lines = lines(List.of(file), parts);
            assertThat(String.join("", lines)).isEqualTo(text.replace("\n", ""));
            assertThat(lines.subList(0, lines.size() - 2))
                    .allMatch(line -> !Words.isPart(line.charAt(line.length() - 1)));
            assertThat(lines.get(0)).hasSizeLessThan(LineReader.LONGEST + 10);
            assertThat(lines).contains("next");
        }
    }

    @Test
    void keepsBytesAsTheyAre(@TempDir Path directory) throws IOException {
        byte[] bytes = {'a', (byte) 0xc3, (byte) 0xa9, 0, '\r', '\n', (byte) 0xff};
        Path file = Files.write(directory.resolve("bytes"), bytes);
        assertThat(String.join("\n", lines(List.of(file), 1)).getBytes(StandardCharsets.ISO_8859_1))
                .isEqualTo(bytes);
    }

    @Test
    void namesAFileThatIsMissing(@TempDir Path directory) {
        Path missing = directory.resolve("missing");
        assertThatThrownBy(() -> lines(List.of(missing), 1))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("missing");
    }
}
