package io.eyewall.server.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;

/** Numbers in a file, one per line; a library of {@link AckedNumbers}. */
public final class NumberFile {
    private NumberFile() {}

    /** Adds one. */
    static void append(Path file, long number) {
        try {
            Files.write(
                    file,
                    (number + "\n").getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of one of the two files; a last line that was cut off is left out. */
    public static Set<Long> read(Path file) throws IOException {
        Set<Long> numbers = new HashSet<>();
        if (Files.exists(file)) {
            String text = Files.readString(file);
            for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n")) {
                if (!line.isEmpty()) {
                    numbers.add(Long.valueOf(line));
                }
            }
        }
        return numbers;
    }
}
