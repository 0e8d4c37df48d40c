package io.eyewall.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NullUnmarked // fields are set by the framework
class PlanSocketsTest {
    /** No process has it: Linux counts to 2^22 at most. */
    private static final long NOBODY = 1L << 40;

    @TempDir Path temporary;

    @Test
    void lieInTheRuntimeFolderOfTheUserIfThereIsOne() {
        assertThat(PlanSockets.folder(temporary.toString(), Path.of("/tmp"), "me"))
                .isEqualTo(temporary.resolve("eyewall"));
        assertThat(PlanSockets.folder(null, Path.of("/tmp"), "me"))
                .isEqualTo(Path.of("/tmp/eyewall-me"));
        assertThat(PlanSockets.folder(temporary + "/no", Path.of("/tmp"), "me"))
                .isEqualTo(Path.of("/tmp/eyewall-me"));
    }

    @Test
    void onlyTheUserCanEnterTheirFolder() throws IOException {
        PlanSockets sockets = new PlanSockets(temporary.resolve("eyewall"));

        sockets.makeFolder();
        sockets.makeFolder();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(sockets.folder())))
                .isEqualTo("rwx------");
    }

    @Test
    void aFolderThatOthersCanEnterIsRefused() throws IOException {
        Path open = Files.createDirectory(temporary.resolve("eyewall"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThatThrownBy(() -> new PlanSockets(open).makeFolder())
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(open.toString(), "rwxrwxrwx", "rwx------", "remove it");
    }

    @Test
    void whatAKilledProcessLeftIsRemoved() throws IOException {
        PlanSockets sockets = new PlanSockets(temporary);
        long own = ProcessHandle.current().pid();
        Files.createFile(sockets.of(own));
        Files.createFile(sockets.of(NOBODY));

        assertThat(sockets.processes()).isEqualTo(List.of(own));
        assertThat(sockets.of(NOBODY)).doesNotExist();
    }

    @Test
    void noProcessIsAnsweredWithWhatToDo() {
        PlanClient client = new PlanClient(new PlanSockets(temporary.resolve("none")));

        assertThatThrownBy(() -> client.ask(PlanRequest.SHOW, null))
                .hasMessageContainingAll("no 'eyewall run'", "none", "start one");
        assertThatThrownBy(() -> client.ask(PlanRequest.SHOW, NOBODY))
                .hasMessageContainingAll("process " + NOBODY, "expected []");
    }
}
