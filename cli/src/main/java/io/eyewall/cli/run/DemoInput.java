package io.eyewall.cli.run;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Finds the text files whose words the demo counts. */
public final class DemoInput {
    private static final Set<String> TEXT_SUFFIXES =
            Set.of("md", "txt", "java", "xml", "yaml", "yml", "json", "properties", "sh", "html");
    private static final Set<String> BUILD_DIRECTORIES = Set.of("target", "node_modules");

    private DemoInput() {}

    /**
     * Returns a file as it is, or all text files below a directory. Text files are recognised by
     * their suffix and sorted by path; hidden files and build outputs are left out.
     *
     * @throws IOException if a file or directory can't be read
     */
    public static List<Path> files(Path input) throws IOException {
        if (!Files.isDirectory(input)) {
            return List.of(input);
        }
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(
                input,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path directory, BasicFileAttributes attributes) {
                        boolean wanted = directory.equals(input) || !isIgnored(directory);
                        return wanted ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (attributes.isRegularFile() && isText(file)) {
                            files.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        Collections.sort(files);
        return files;
    }

    private static boolean isIgnored(Path directory) {
        String name = directory.getFileName().toString();
        return name.startsWith(".") || BUILD_DIRECTORIES.contains(name);
    }

    private static boolean isText(Path file) {
        String name = file.getFileName().toString();
        return !name.startsWith(".")
                && TEXT_SUFFIXES.contains(name.substring(name.lastIndexOf('.') + 1));
    }

    /**
     * Returns the project's folder: the system property {@code eyewall.home}, or the directory
     * above the command's jar that has the launcher, or else the working directory.
     */
    static Path home() {
        String home = System.getProperty("eyewall.home");
        if (home != null) {
            return Path.of(home);
        }
        for (Path directory = ownClasses(); directory != null; directory = directory.getParent()) {
            if (Files.isRegularFile(directory.resolve("eyewall"))) {
                return directory;
            }
        }
        return Path.of("").toAbsolutePath();
    }

    private static Path ownClasses() {
        try {
            return Path.of(
                    DemoInput.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(
                    "the location of the command's own classes is not a valid URI", e);
        }
    }
}
