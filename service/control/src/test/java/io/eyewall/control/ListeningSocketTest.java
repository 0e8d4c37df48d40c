package io.eyewall.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@NullUnmarked // fields are set by the framework
class ListeningSocketTest {
    private ShortFolder folder;
    private Path socket;

    @BeforeEach
    void make() throws IOException {
        folder = ShortFolder.make();
        socket = folder.path().resolve("s");
    }

    @AfterEach
    void remove() throws IOException {
        folder.close();
    }

    @Test
    void aSecondOneDoesNotStealTheName() throws IOException {
        long pid = ProcessHandle.current().pid();
        try (ControlPort first = ControlPort.open(socket, List::of)) {
            assertThatThrownBy(() -> ControlPort.open(socket, List::of))
                    .isInstanceOf(IOException.class)
                    .hasMessage(
                            "process "
                                    + pid
                                    + " listens at "
                                    + socket
                                    + "; end it, or use another name for the socket");
            assertThat(ControlClient.connect(first.socket()).topologies()).isEmpty();
        }
        ControlPort.open(socket, List::of).close();
        assertThat(socket).doesNotExist();
    }

    @Test
    void whoseLocksWereSweptAwayKeepsItsName() throws IOException {
        try (ControlPort first = ControlPort.open(socket, List::of)) {
            Files.delete(folder.path().resolve("lock"));

            assertThatThrownBy(() -> ControlPort.open(socket, List::of))
                    .hasMessageContaining("listens at " + socket);
            assertThat(ControlClient.connect(first.socket()).topologies()).isEmpty();
        }
    }

    @Test
    void takesThePlaceOfOneThatWasKilled() throws IOException {
        try (ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            killed.bind(UnixDomainSocketAddress.of(socket));
        }

        try (ControlPort port = ControlPort.open(socket, List::of)) {
            assertThat(ControlClient.connect(port.socket()).topologies()).isEmpty();
        }
    }

    @Test
    void aNameThatIsTooLongIsRefusedWithWhatToDo() {
        Path deep = folder.path().resolve("x".repeat(100)).resolve("s");

        assertThatThrownBy(() -> ControlPort.open(deep, List::of))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("bytes, but the path of a socket", "XDG_RUNTIME_DIR");
    }

    @Test
    void listensAgainWhenAnInterruptHasEndedThat() throws Exception {
        try (ControlPort port = ControlPort.open(socket, List::of)) {
            for (int i = 0; i < 3; i++) {
                ControlClient.connect(port.socket()).topologies();
                Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().equals("eyewall-control"))
                        .forEach(Thread::interrupt);
                RunningTopologyContract.await(() -> answers(socket));
            }
        }
    }

    private static boolean answers(Path socket) {
        try {
            return ControlClient.connect(socket).topologies().isEmpty();
        } catch (IOException | ProcessGoneException e) {
            return false;
        }
    }
}
