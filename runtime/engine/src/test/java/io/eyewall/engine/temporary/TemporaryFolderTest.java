package io.eyewall.engine.temporary;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TemporaryFolderTest {

    @Test
    void deletesItselfWithItsContentsWhenClosed() throws Exception {
        Path path;
        try (TemporaryFolder folder = TemporaryFolder.make("eyewall-test")) {
            path = folder.path();
            Files.writeString(Files.createDirectories(path.resolve("a/b")).resolve("c"), "c");
            assertThat(path).hasParent(Path.of(System.getProperty("java.io.tmpdir")));
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void isClosedBeforeTheProcessIsHalted() throws Exception {
        String name = "eyewall-test-" + ProcessHandle.current().pid();
        TemporaryFolder folder = TemporaryFolder.named(name);
        assertThat(folder.path()).isEqualTo(TemporaryFolder.pathOf(name)).isDirectory();

        TemporaryFolder.closeAll();
        assertThat(folder.path()).doesNotExist();
        folder.close(); // no effect
    }

    @Test
    void leavesWhatALinkInItLeadsTo() throws Exception {
        try (TemporaryFolder other = TemporaryFolder.make("eyewall-test")) {
            Path file = Files.writeString(other.path().resolve("file"), "content");
            TemporaryFolder folder = TemporaryFolder.make("eyewall-test");
            Files.createSymbolicLink(folder.path().resolve("link"), other.path());
            folder.close();
            assertThat(file).hasContent("content");
        }
    }
}
