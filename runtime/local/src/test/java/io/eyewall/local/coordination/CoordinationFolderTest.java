package io.eyewall.local.coordination;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CoordinationFolderTest {
    @SuppressWarnings("NullAway.Init") // JUnit's
    @TempDir
    Path folder;

    /** The main class of another process, which opens a folder and prints the result. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) throws IOException {
            try (NodeTree tree = CoordinationFolder.open(Path.of(args[0]), false)) {
                System.out.println("opened " + tree.lastZxid());
            } catch (IOException e) {
                System.out.println("refused: " + e.getMessage());
            }
        }
    }

    private String openedByAnotherProcess() throws IOException, InterruptedException {
        Process child =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Child.class.getName(),
                                folder.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String said = new String(child.getInputStream().readAllBytes(), UTF_8);
        child.waitFor();
        return said;
    }

    private void refusedHere() {
        assertThatThrownBy(() -> CoordinationFolder.open(folder, false))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(folder.toString(), "in use");
    }

    @Test
    void belongsToOneProcessAlsoWhenThatWasRefusedASecondTime() throws Exception {
        try (NodeTree tree = CoordinationFolder.open(folder, false)) {
            refusedHere();

            assertThat(openedByAnotherProcess()).startsWith("refused").contains("in use");
            tree.create("/a", null);
        }
        assertThat(openedByAnotherProcess()).startsWith("opened");
    }

    @Test
    void isOneFolderByWhateverPath() throws Exception {
        Path link = folder.resolve("link");
        Path real = Files.createDirectory(folder.resolve("real"));
        Files.createSymbolicLink(link, real);
        try (NodeTree tree = CoordinationFolder.open(real, false)) {
            assertThat(tree.lastZxid()).isZero();
            assertThatThrownBy(() -> CoordinationFolder.open(link, false))
                    .hasMessageContaining("in use");
        }
    }

    @Test
    void isFreeAgainWhenItCouldNotBeOpened() throws Exception {
        Files.writeString(folder.resolve("nodes.log"), "something else altogether");
        assertThatThrownBy(() -> CoordinationFolder.open(folder, false))
                .hasMessageContaining("nodes.log");
        Files.delete(folder.resolve("nodes.log"));

        CoordinationFolder.open(folder, false).close();
        CoordinationFolder.open(folder, false).close();
    }
}
