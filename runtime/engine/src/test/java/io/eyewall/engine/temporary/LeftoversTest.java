package io.eyewall.engine.temporary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are killed, and a later process. */
@Timeout(60)
class LeftoversTest {
    /** Makes a folder with a file, prints its path, and waits until its input ends. */
    static final class Maker {
        public static void main(String[] args) throws Exception {
            TemporaryFolder folder = TemporaryFolder.make("eyewall-");
            Files.writeString(Files.createDirectory(folder.path().resolve("in")).resolve("it"), "");
            System.out.println(folder.path());
            System.in.readAllBytes();
        }
    }

    private record Running(Process process, Path folder) implements AutoCloseable {
        static Running start(Path temporary) throws IOException {
            Process process =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "-XX:TieredStopAtLevel=1",
                                    "-Djava.io.tmpdir=" + temporary,
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    Maker.class.getName())
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            BufferedReader out =
                    new BufferedReader(
                            new InputStreamReader(
                                    process.getInputStream(), StandardCharsets.UTF_8));
            return new Running(process, Path.of(out.readLine()));
        }

        void kill() {
            process.destroyForcibly().onExit().join();
        }

        @Override
        public void close() throws IOException {
            process.getOutputStream().close();
            process.onExit().join();
        }
    }

    @Test
    void whatAKilledProcessLeavesIsDeletedAndWhatALivingOneHasIsNot(@TempDir Path temporary)
            throws Exception {
        Path foreign = Files.createDirectory(temporary.resolve("eyewall-somebody's"));
        Running killed = Running.start(temporary);
        try (Running living = Running.start(temporary)) {
            killed.kill();
            assertThat(killed.folder().resolve("in/it")).exists();

            Running next = Running.start(temporary);
            assertThat(killed.folder()).doesNotExist();
            assertThat(living.folder().resolve("in/it")).exists();
            assertThat(foreign).exists();

            next.close();
            assertThat(next.folder()).doesNotExist();
            assertThat(living.folder().resolve("in/it")).exists();
            try (Running last = Running.start(temporary)) {
                assertThat(last.folder()).exists();
                assertThat(living.folder().resolve("in/it")).exists();
            }
        } finally {
            killed.kill();
        }
        assertThat(temporary).isDirectoryContaining(foreign::equals);
        try (var left = Files.list(temporary)) {
            assertThat(left).containsExactly(foreign);
        }
    }
}
