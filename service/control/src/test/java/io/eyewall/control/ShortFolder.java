package io.eyewall.control;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder for sockets, whose names may have 107 bytes: the temporary folder of a test may be too
 * deep for that.
 *
 * @param path of the folder, for this user alone
 */
record ShortFolder(Path path) implements Closeable {
    static ShortFolder make() throws IOException {
        return new ShortFolder(Files.createTempDirectory(Path.of("/tmp"), "ew"));
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : all) {
                Files.deleteIfExists(file);
            }
        }
    }
}
