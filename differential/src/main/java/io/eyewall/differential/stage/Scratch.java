package io.eyewall.differential.stage;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Folders for what a program keeps on disk. They are deleted when the process ends: tasks may use
 * them as long as their topology runs.
 */
public final class Scratch {
    private Scratch() {}

    /** A new folder in the temporary directory. */
    public static Path folder(String name) throws IOException {
        Path folder = Files.createTempDirectory("differential-" + name);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
        return folder;
    }

    /** A new file, in a folder of its own. */
    public static Path file(String name, byte[] content) throws IOException {
        return Files.write(folder("file").resolve(name), content);
    }

    /** Deletes a folder with its contents; says so if something stays. */
    public static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            System.err.println("could not delete " + folder + ": " + e);
        }
    }
}
