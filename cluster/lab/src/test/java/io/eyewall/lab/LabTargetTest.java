package io.eyewall.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.lab.process.LabProcess;
import io.eyewall.lab.process.Role;
import java.util.List;
import org.junit.jupiter.api.Test;

class LabTargetTest {
    private static final LabState LAB = LabFolderTest.state("boot", LabState.Phase.UP);
    private static final LabProcess NIMBUS = process("head", Role.NIMBUS, List.of());
    private static final LabProcess SUPERVISOR = process("host1", Role.SUPERVISOR, List.of());
    private static final LabProcess WORKER = process("host1", Role.WORKER, worker("6701"));
    private static final List<LabProcess> ALL = List.of(NIMBUS, SUPERVISOR, WORKER);

    private static LabProcess process(String host, Role role, List<String> commandLine) {
        return new LabProcess(ProcessHandle.current(), host, role, commandLine);
    }

    private static List<String> worker(String port) {
        return List.of(Role.WORKER.mainClass(), "words-1-2", "node", "6628", port, "id");
    }

    private static List<LabProcess> meant(String word) throws LabException {
        return ALL.stream().filter(LabTarget.parse(word, LAB, ALL)).toList();
    }

    @Test
    void wordsMeanProcesses() throws LabException {
        assertThat(meant("nimbus")).containsExactly(NIMBUS);
        assertThat(meant("zookeeper")).isEmpty();
        assertThat(meant("host1")).containsExactly(SUPERVISOR, WORKER);
        assertThat(meant("host1:supervisor")).containsExactly(SUPERVISOR);
        assertThat(meant("host1:6701")).containsExactly(WORKER);
        assertThat(meant("host1:6700")).isEmpty();
        assertThat(meant("worker")).containsExactly(WORKER);
    }

    @Test
    void saysWhatThereIs() {
        assertThatThrownBy(() -> meant("host2")).hasMessageContaining("host1");
        assertThatThrownBy(() -> meant("head")).hasMessageContaining("nimbus, zookeeper");
        assertThatThrownBy(() -> meant("host1:80")).hasMessageContaining("[6700, 6701]");
        assertThatThrownBy(() -> LabTarget.parse("worker", LAB, List.of(NIMBUS)))
                .hasMessage("no worker runs");
    }
}
