package io.eyewall.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.control.TestTopology.Trouble;
import io.eyewall.engine.RunningTopology;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@NullUnmarked // fields are set by the framework
class RemoteTopologyTest extends RunningTopologyContract {
    private ShortFolder folder;
    private ControlPort port;
    private ControlClient client;

    @BeforeEach
    void open() throws IOException {
        folder = ShortFolder.make();
        Path socket = folder.path().resolve("private").resolve("s");
        port = ControlPort.open(socket, this::topologies);
        client = ControlClient.connect(socket);
    }

    @AfterEach
    void close() throws IOException {
        port.close();
        folder.close();
    }

    @Override
    RunningTopology shown(RunningTopology real) {
        return client.topology(real.plan().id()).orElseThrow();
    }

    @Test
    void isTheSameObjectAndPlanEachTime() {
        RunningTopology real = submit(Trouble.NONE);

        RemoteTopology shown = client.topology(real.plan().id()).orElseThrow();

        assertThat(client.topologies()).containsExactly(shown);
        assertThat(client.topologies().get(0)).isSameAs(shown);
        assertThat(shown.plan()).isSameAs(shown.plan());
        assertThat(shown.name()).isEqualTo(real.plan().name());
        assertThat(client.pid()).isEqualTo(ProcessHandle.current().pid());
    }

    @Test
    void oneCallAnswersStatusPlanAndErrors() throws InterruptedException {
        RunningTopology real = submit(Trouble.NONE);
        RemoteTopology shown = client.topology(real.plan().id()).orElseThrow();
        assertThat(shown.awaitStarted(LIMIT)).isTrue(); // its status does not change any more

        RemoteTopology.State state = shown.state();

        assertThat(state.status()).isEqualTo(real.status());
        assertThat(state.plan()).isEqualTo(real.plan()).isSameAs(shown.plan());
        assertThat(shown.state().plan()).isSameAs(state.plan());
        assertThat(state.errors()).isEqualTo(real.errors());
    }

    @Test
    void whatWasShownIsAnsweredWhenItIsNotShownAnyMore() throws IOException {
        RunningTopology real = submit(Trouble.NONE);
        PortTopologies hidden =
                new PortTopologies() {
                    @Override
                    public List<RunningTopology> visible() {
                        return List.of();
                    }

                    @Override
                    public Optional<RunningTopology> find(String id) {
                        return Optional.of(real).filter(each -> each.plan().id().equals(id));
                    }
                };

        port.close();
        port = ControlPort.open(folder.path().resolve("other"), hidden);
        client = ControlClient.connect(port.socket());

        assertThat(client.topologies()).isEmpty();
        assertThat(client.ask("uptimeSecs", real.plan().id(), null, Integer.class, LIMIT))
                .isNotNull();
    }

    @Test
    void thePortsEndIsNotedByName() throws IOException {
        RunningTopology shown = shown(submit(Trouble.NONE));
        port.close();

        assertThatThrownBy(shown::metrics)
                .isInstanceOf(ProcessGoneException.class)
                .hasMessageContainingAll(
                        "process " + client.pid() + " is gone",
                        "'metrics' of topology " + shown.toString().split("[()]")[1]);

        port = ControlPort.open(client.socket(), this::topologies);
        assertThatThrownBy(shown::status)
                .isInstanceOf(ProcessGoneException.class)
                .hasRootCauseMessage(
                        "process "
                                + client.pid()
                                + " now listens in its place at "
                                + client.socket());
    }
}
