package io.eyewall.lab.jars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StormJarsTest {
    private static final String PATH = "org/acme/acme/1/acme-1.jar";

    @TempDir private Path folder = Path.of(""); // until JUnit sets it

    private final List<String> said = new ArrayList<>();

    private Path jar(String repository, String contents) throws IOException {
        Path jar = folder.resolve(repository).resolve(PATH);
        Files.createDirectories(jar.getParent());
        return Files.writeString(jar, contents);
    }

    private static JarEntry entry(Path jar) throws IOException {
        return new JarEntry(true, Sha256.of(jar), Files.size(jar), PATH);
    }

    private StormJars jars(JarEntry entry) {
        return new StormJars(
                List.of(entry),
                List.of(folder.resolve("local")),
                folder.resolve("own"),
                folder.resolve("remote").toUri());
    }

    @Test
    void takesWhatIsHere() throws Exception {
        Path jar = jar("local", "classes");

        assertThat(jars(entry(jar)).find(said::add).workers()).containsExactly(jar);
        assertThat(said).isEmpty();
    }

    @Test
    void fetchesWhatIsMissingOnce() throws Exception {
        JarEntry entry = entry(jar("remote", "classes"));

        Path first = jars(entry).find(said::add).daemons().get(0);
        Path second = jars(entry).find(said::add).daemons().get(0);

        assertThat(first).isEqualTo(folder.resolve("own").resolve(PATH)).hasContent("classes");
        assertThat(second).isEqualTo(first);
        assertThat(said).hasSize(1);
    }

    @Test
    void takesNoOtherBytesThanTheBuildSaw() throws Exception {
        JarEntry entry = entry(jar("expected", "classes"));
        jar("local", "CLASSES");
        jar("remote", "classeZ");

        assertThatThrownBy(() -> jars(entry).find(said::add))
                .hasMessageContaining("SHA-256")
                .hasMessageContaining("--repository");

        assertThat(own()).isEmpty();
    }

    @Test
    void takesNoMoreThanItShould() throws Exception {
        JarEntry entry = entry(jar("expected", "classes"));
        jar("remote", "classes without end");

        assertThatThrownBy(() -> jars(entry).find(said::add)).hasMessageContaining("longer");

        assertThat(own()).isEmpty();
    }

    @Test
    void saysWhatToDoWhereNothingCanBeFetched() throws Exception {
        JarEntry entry = entry(jar("expected", "classes"));

        assertThatThrownBy(() -> jars(entry).find(said::add))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("go online")
                .hasMessageContaining(PATH);
    }

    private List<Path> own() throws IOException {
        Path own = folder.resolve("own");
        if (!Files.exists(own)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(own)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    @Test
    void theBuildHasListedStorm() throws Exception {
        Path repository = Path.of(System.getProperty("eyewall.repository", "target"));

        StormJars.ClassPaths found =
                new StormJars(List.of(repository), folder, URI.create("file:/none/"))
                        .find(said::add);

        assertThat(found.daemons()).extracting(StormJarsTest::name).contains(storm("core"));
        assertThat(found.daemons()).containsAll(found.workers());
        assertThat(found.workers())
                .extracting(StormJarsTest::name)
                .contains(storm("client"))
                .doesNotContain(storm("server"))
                .anyMatch(name -> name.startsWith("log4j-slf4j2-impl"))
                .noneMatch(name -> name.startsWith("jackson"));
    }

    private static String name(Path jar) {
        return String.valueOf(jar.getFileName()).replaceAll("-[0-9.]+jar$", "");
    }

    private static String storm(String part) {
        return "storm-" + part;
    }

    @Test
    void refusesALineThatIsNone() {
        for (String line :
                List.of("", "worker x 1 a.jar", "worker " + "a".repeat(64) + " 1 ../a.jar")) {
            assertThatThrownBy(() -> JarEntry.parse(line))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
