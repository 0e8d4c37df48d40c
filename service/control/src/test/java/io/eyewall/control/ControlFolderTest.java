package io.eyewall.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@NullUnmarked // fields are set by the framework
class ControlFolderTest {
    private ShortFolder temporary;

    @BeforeEach
    void make() throws IOException {
        temporary = ShortFolder.make();
    }

    @AfterEach
    void remove() throws IOException {
        temporary.close();
    }

    @Test
    void liesInTheRuntimeFolderOfTheUserIfThereIsOne() {
        String runtime = temporary.path().toString();

        assertThat(ControlFolder.folder(runtime, Path.of("/tmp"), "me"))
                .isEqualTo(temporary.path().resolve("eyewall"));
        assertThat(ControlFolder.folder(null, Path.of("/tmp"), "me"))
                .isEqualTo(Path.of("/tmp/eyewall-me"));
        assertThat(ControlFolder.folder(runtime + "/no", Path.of("/tmp"), "me"))
                .isEqualTo(Path.of("/tmp/eyewall-me"));
    }

    @Test
    void onlyTheUserCanEnterIt() throws IOException {
        ControlFolder folder = new ControlFolder(temporary.path().resolve("a/b"));

        folder.createIfMissing();
        folder.createIfMissing();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.path())))
                .isEqualTo("rwx------");
    }

    @Test
    void oneThatOthersCanEnterIsNeitherUsedNorBelieved() throws IOException {
        Path open = Files.createDirectory(temporary.path().resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

        for (org.assertj.core.api.ThrowableAssert.ThrowingCallable use :
                List.<org.assertj.core.api.ThrowableAssert.ThrowingCallable>of(
                        () -> new ControlFolder(open).createIfMissing(),
                        () -> new ControlFolder(open).processes(),
                        () -> ControlPort.open(open.resolve("s"), List::of))) {
            assertThatThrownBy(use)
                    .isInstanceOf(IOException.class)
                    .hasMessageContainingAll(
                            open.toString(), "rwxrwxrwx", "rwx------", "remove it");
        }
    }

    @Test
    void aLinkToAnotherFolderIsRefused() throws IOException {
        Path real = temporary.path().resolve("real");
        new ControlFolder(real).createIfMissing();
        Path link = Files.createSymbolicLink(temporary.path().resolve("link"), real);

        assertThatThrownBy(() -> new ControlFolder(link).createIfMissing())
                .isInstanceOf(IOException.class);
    }

    @Test
    void whatAKilledProcessLeftIsRemoved() throws IOException {
        ControlFolder folder = new ControlFolder(temporary.path());
        try (ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            killed.bind(UnixDomainSocketAddress.of(folder.socket(1)));
        }
        Files.createFile(folder.socket(2));
        Files.createFile(folder.path().resolve("other.sock"));

        try (ControlPort port = ControlPort.open(folder.socket(3), List::of)) {
            assertThat(port.socket()).isEqualTo(folder.socket(3));
            assertThat(folder.processes()).containsExactly(3L);
        }

        assertThat(folder.processes()).isEmpty();
        assertThat(folder.socket(1)).doesNotExist();
        assertThat(folder.socket(2)).doesNotExist();
        assertThat(folder.socket(3)).doesNotExist();
        assertThat(folder.path().resolve("other.sock")).exists();
    }

    @Test
    void oneThatIsNotThereHasNoProcesses() throws IOException {
        assertThat(new ControlFolder(temporary.path().resolve("none")).processes()).isEmpty();
    }
}
