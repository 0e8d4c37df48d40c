package io.eyewall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.dist.Launch.Result;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A copy of the sources, built elsewhere, in another time zone and language, makes the same bytes.
 * The umask has to be the same: maven-jar-plugin keeps the modes of class files.
 */
@NullUnmarked // fields are set by the framework
@Tag("complete") // compiles everything
@DisabledOnOs(OS.WINDOWS)
class ReproducibleIT {
    private static final Set<String> NOT_SOURCES = Set.of("target", ".git", ".eyewall");

    private static final String BUILD =
            "umask 022 && exec ./mvnw -q -B -ntp -Pdist -pl :eyewall-dist -am -Dmaven.test.skip -Dlint.skip"
                    + " -Dmaven.javadoc.skip -Dmaven.source.skip -Dspotless.check.skip package";

    @TempDir Path directory;

    @Test
    @Timeout(1500)
    void aBuildElsewhereMakesTheSameBytes() throws Exception {
        Path copy = directory.resolve("another place/of it");
        copySources(Path.of("../..").toAbsolutePath().normalize(), copy);
        Map<String, String> environment = new HashMap<>(Launch.usual());
        environment.put("HOME", System.getProperty("user.home"));
        environment.put("TZ", "Asia/Kathmandu");
        environment.put("MAVEN_OPTS", "-Xmx1g -Duser.timezone=Asia/Kathmandu -Duser.language=tr");
        try (Launch launch = Launch.start(copy, environment, List.of("sh", "-c", BUILD))) {
            Result result = launch.await(1400);
            assertThat(result.code()).as(result.out() + result.err()).isZero();
        }
        Path target = copy.resolve("build/dist/target");
        Path zip = target.resolve(Archives.zip().getFileName());
        assertThat(checksums(zip)).as("CRCs in the zip").isEqualTo(checksums(Archives.zip()));
        for (Path archive : List.of(Archives.zip(), Archives.tar())) {
            assertThat(Files.mismatch(archive, target.resolve(archive.getFileName())))
                    .as("the first byte that differs in " + archive.getFileName())
                    .isEqualTo(-1);
        }
    }

    private static Map<String, Long> checksums(Path zip) throws IOException {
        Map<String, Long> checksums = new TreeMap<>();
        try (ZipFile file = new ZipFile(zip.toFile())) {
            for (ZipEntry entry : file.stream().toList()) {
                checksums.put(entry.getName(), entry.getCrc());
            }
        }
        return checksums;
    }

    private static void copySources(Path from, Path to) throws IOException {
        Files.walkFileTree(
                from,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path folder, BasicFileAttributes attributes) throws IOException {
                        if (NOT_SOURCES.contains(folder.getFileName().toString())) {
                            return FileVisitResult.SKIP_SUBTREE;
                        }
                        Files.createDirectories(to.resolve(from.relativize(folder)));
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        if (!file.equals(from.resolve(".git"))) {
                            Files.copy(file, to.resolve(from.relativize(file)));
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
