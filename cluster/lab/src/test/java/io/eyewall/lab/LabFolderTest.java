package io.eyewall.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.lab.network.LabNetwork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabFolderTest {
    private static final String ID = "0123456789abcdef";

    @TempDir private Path root = Path.of(""); // until JUnit sets it

    private LabFolder folder;

    @BeforeEach
    void name() throws LabException {
        folder = LabFolder.of(root, "test");
    }

    static LabState state(String bootId, LabState.Phase phase) {
        return new LabState(
                LabState.VERSION,
                ID,
                bootId,
                1,
                phase,
                LabNetwork.Kind.LOOPBACK,
                2181,
                6627,
                new LabHost(LabHost.HEAD, "127.83.0.254", 0, List.of()),
                List.of(new LabHost("host1", "127.83.0.1", 6628, List.of(6700, 6701))));
    }

    @Test
    void keepsTheState() throws IOException {
        folder.create(ID);
        LabState written = state("boot", LabState.Phase.STARTING);

        folder.write(written);
        folder.write(written.withPhase(LabState.Phase.UP));

        assertThat(folder.state()).contains(written.withPhase(LabState.Phase.UP));
        assertThat(folder.id()).contains(ID);
    }

    @Test
    void hasNoStateBeforeTheFirst() throws IOException {
        assertThat(folder.state()).isEmpty();
        assertThat(folder.id()).isEmpty();
    }

    @Test
    void saysWhichFileIsNotWhatItWas() throws IOException {
        folder.create(ID);
        Files.writeString(folder.path().resolve("lab.json"), "{\"version\": 1, ");

        assertThatThrownBy(() -> folder.state())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("lab.json");
    }

    @Test
    void aSpoiltStateIsTakenDownByTheFileWithTheId() throws Exception {
        folder.create(ID);
        Files.writeString(folder.path().resolve("lab.json"), "spoilt");

        assertThat(Lab.down(folder, false)).isPresent();

        assertThat(folder.path()).doesNotExist();
    }

    @Test
    void aFolderThatIsNoLabsIsLeftAlone() throws IOException {
        Files.createDirectories(folder.path());
        Path letter = Files.writeString(folder.path().resolve("letter.txt"), "mine");

        assertThatThrownBy(() -> Lab.down(folder, false))
                .hasMessageContaining("not a lab's folder");

        assertThat(letter).exists();
    }

    @Test
    void anEmptyFolderIsWhatAKilledStartHasLeft() throws Exception {
        Files.createDirectories(folder.path());

        assertThat(Lab.down(folder, false)).isPresent();

        assertThat(folder.path()).doesNotExist();
    }

    @Test
    void linksAreDeletedAndNotFollowed() throws Exception {
        Path jar = Files.writeString(root.resolve("storm.jar"), "jar");
        folder.create(ID);
        Files.createDirectories(folder.path().resolve("storm/lib"));
        Files.createSymbolicLink(folder.path().resolve("storm/lib/storm.jar"), jar);

        Lab.down(folder, false);

        assertThat(folder.path()).doesNotExist();
        assertThat(jar).exists();
    }

    @Test
    void whatIsKeptIsNoLabAnyMore() throws Exception {
        folder.create(ID);
        folder.write(state(LabBoot.currentId(), LabState.Phase.UP));
        Files.writeString(folder.path().resolve("log"), "words");

        Optional<Lab.Down> down = Lab.down(folder, true);

        assertThat(folder.path()).doesNotExist();
        assertThat(down.orElseThrow().kept().orElseThrow().resolve("log")).hasContent("words");
        assertThat(Lab.down(folder, false)).isEmpty();
    }

    @Test
    void saysWhatIsNotUp() throws Exception {
        assertThatThrownBy(() -> Lab.open(folder)).hasMessageContaining("lab up");
        folder.create(ID);
        folder.write(state("another start of the machine", LabState.Phase.UP));
        assertThatThrownBy(() -> Lab.open(folder)).hasMessageContaining("was rebooted");
        folder.write(state(LabBoot.currentId(), LabState.Phase.STARTING));
        assertThatThrownBy(() -> Lab.open(folder)).hasMessageContaining("being started");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a/b", "..", "a b", "1st", "default.kept-1"})
    void refusesNamesThatAreNone(String name) {
        assertThatThrownBy(() -> LabFolder.of(root, name)).isInstanceOf(LabException.class);
    }
}
