package io.eyewall.nativetask.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * A file of {@code native/golden}: lines of a name, what it is, and its bytes, between tabs. The
 * C++ tests read the same files. {@code -Dgolden.write=true} renews them.
 */
public final class GoldenFile {

    /** One line; the bytes as hexadecimal digits. */
    public record Line(String name, String notation, String hex) {

        public Line(String name, String notation, byte[] bytes) {
            this(name, notation, HexFormat.of().formatHex(bytes));
        }

        byte[] bytes() {
            return HexFormat.of().parseHex(hex);
        }

        String text() {
            return name + "\t" + notation + "\t" + hex;
        }
    }

    private final Path path;

    public GoldenFile(String name) {
        path = Path.of("..", "golden", name);
    }

    /** Asserts that the file has these lines, or writes them. */
    public void assertIs(List<Line> lines) throws IOException {
        List<String> texts = new ArrayList<>();
        texts.add("# By Storm's own classes; io.eyewall.nativetask.codec.GoldenFile renews it.");
        lines.forEach(line -> texts.add(line.text()));
        if (Boolean.getBoolean("golden.write")) {
            Files.write(path, texts);
        }
        assertThat(Files.readAllLines(path))
                .as("%s; if Storm's bytes have changed on purpose, -Dgolden.write=true", path)
                .isEqualTo(texts);
    }

    /** The lines as they are. */
    public List<Line> lines() throws IOException {
        List<Line> lines = new ArrayList<>();
        for (String text : Files.readAllLines(path)) {
            if (!text.startsWith("#")) {
                String[] parts = text.split("\t", -1);
                lines.add(new Line(parts[0], parts[1], parts[2]));
            }
        }
        return lines;
    }
}
