package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command leaves nothing in the temporary directory, however it ends. */
@NullUnmarked // fields are set by the framework
@Timeout(120)
class TemporaryFilesIT {
    @TempDir Path directory;

    private Path temporary;

    @BeforeEach
    void makeTemporaryDirectory() throws IOException {
        temporary = Files.createDirectory(directory.resolve("tmp"));
    }

    private Child run(String application) throws IOException {
        String jar = TestApps.build(directory, List.of()).toString();
        return Child.start(
                directory, List.of("-Djava.io.tmpdir=" + temporary), "run", jar, application);
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> paths = Files.walk(temporary)) {
            return paths.filter(this::isOfTopology).toList();
        }
    }

    /**
     * All but the directory itself and what is the user's for good: the folder of sockets, its
     * lock.
     */
    private boolean isOfTopology(Path path) {
        Path sockets = temporary.resolve("eyewall-" + System.getProperty("user.name"));
        return !Set.of(temporary, sockets, sockets.resolve("lock")).contains(path);
    }

    @Test
    void whenItsApplicationEndsTheProcess() throws Exception {
        try (Child child = run("app.ExitsLater")) {
            assertThat(child.exitCode()).as(child.err()).isEqualTo(42);
            assertThat(left()).isEmpty();
        }
    }

    @Test
    @Tag("complete")
    @DisabledOnOs(OS.WINDOWS)
    void whenItIsInterrupted() throws Exception {
        try (Child child = run("app.Endless")) {
            child.awaitOut("first tuple");
            assertThat(left()).isNotEmpty();
            child.interrupt();
            assertThat(child.exitCode()).as(child.err()).isEqualTo(130);
            assertThat(left()).isEmpty();
        }
    }

    @Test
    @Tag("complete")
    @DisabledOnOs(OS.WINDOWS)
    void whenItIsHaltedByASecondInterruption() throws Exception {
        try (Child child = run("app.Stubborn")) {
            child.awaitOut("first tuple");
            child.interrupt();
            child.awaitOut("cleaning");
            child.interrupt();
            assertThat(child.exitCode()).as(child.err()).isEqualTo(130);
            assertThat(left()).isEmpty();
        }
    }
}
