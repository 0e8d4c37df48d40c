package io.eyewall.dist;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The archives that the build has made, and how to unpack them. */
final class Archives {
    /** The top folder in them, and their name but for the suffix. */
    static final String NAME = System.getProperty("package.name", "");

    private static final Path TARGET = Path.of("target").toAbsolutePath();

    private Archives() {}

    static Path tar() {
        return existing(NAME + ".tar.gz");
    }

    static Path zip() {
        return existing(NAME + ".zip");
    }

    private static Path existing(String name) {
        Path file = TARGET.resolve(name);
        if (!Files.isRegularFile(file)) {
            throw new IllegalStateException(
                    file + " is missing; run ./mvnw -Pdist -pl :eyewall-dist -am verify");
        }
        return file;
    }

    /**
     * Unpacks an archive with modes and times as it has them.
     *
     * @param folder into which; it is there
     * @return the package's top folder
     */
    static Path unpack(Path archive, Path folder) throws IOException, InterruptedException {
        if (archive.toString().endsWith(".zip")) {
            unzip(archive, folder);
        } else {
            Launch.run(folder, Map.of(), List.of("tar", "-xzf", archive.toString())).assertOk();
        }
        return folder.resolve(NAME);
    }

    private static void unzip(Path archive, Path folder) throws IOException {
        try (FileSystem zip = fileSystem(archive);
                Stream<Path> files = Files.walk(zip.getPath("/"))) {
            for (Path file : files.toList()) {
                Path copy = folder.resolve(zip.getPath("/").relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
                    Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(file));
                }
            }
        }
    }

    /** A zip as file system, with permissions. */
    static FileSystem fileSystem(Path zip) throws IOException {
        return FileSystems.newFileSystem(zip, Map.of("enablePosixFileAttributes", true));
    }
}
