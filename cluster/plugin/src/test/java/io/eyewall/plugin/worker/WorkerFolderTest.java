package io.eyewall.plugin.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.utils.ConfigUtils;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerFolderTest {
    @TempDir private Path folder = Path.of(""); // until JUnit sets it

    private Map<String, Object> conf() {
        Map<String, Object> conf = new HashMap<>(Utils.readDefaultConfig());
        conf.put(Config.STORM_LOCAL_DIR, folder.toString());
        return conf;
    }

    @Test
    void aProcessIsKnownBeforeStormsWorkerStarts() throws Exception {
        Path processes = Path.of(ConfigUtils.workerPidsRoot(conf(), "w"));
        Files.createDirectories(processes);
        WorkerFolder worker = WorkerFolder.of(conf(), "w");

        assertThat(worker.recordProcess(17)).isTrue();
        assertThat(worker.recordProcess(17)).as("again").isTrue();
        assertThat(Path.of(ConfigUtils.workerPidPath(conf(), "w", "17"))).exists();
        assertThat(worker.isGivenUp()).isFalse();
    }

    @Test
    void whoWasGivenUpFindsThat() throws Exception {
        WorkerFolder worker = WorkerFolder.of(conf(), "w");
        assertThat(worker.recordProcess(17)).isFalse();
        assertThat(worker.isGivenUp()).isTrue();
        assertThat(Path.of(ConfigUtils.workerRoot(conf(), "w")))
                .as("nothing is made")
                .doesNotExist();

        Files.createDirectories(Path.of(ConfigUtils.workerRoot(conf(), "w")));
        assertThat(worker.recordProcess(17)).as("a supervisor that makes less").isTrue();
    }
}
