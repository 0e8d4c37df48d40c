package io.eyewall.differential.stage;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Creates folders for a program's files. They are deleted when the process ends, because tasks may
 * use them as long as their topology runs.
 */
public final class Scratch {
    private Scratch() {}

    /** Creates a new folder in the temporary directory. */
    public static Path folder(String name) throws IOException {
        Path folder = Files.createTempDirectory("differential-" + name);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
        return folder;
    }

    /** Creates a new file in a folder of its own. */
    public static Path file(String name, byte[] content) throws IOException {
        return Files.write(folder("file").resolve(name), content);
    }

    /** Deletes a folder with its contents; reports a failure. */
    public static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            System.err.println("could not delete " + folder + ": " + e);
        }
    }
}
