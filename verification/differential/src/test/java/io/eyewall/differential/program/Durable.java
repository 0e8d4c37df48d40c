package io.eyewall.differential.program;

import io.eyewall.differential.stage.Scratch;
import io.eyewall.differential.stage.Stage;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.storm.Config;

/** Configures topologies whose state is on disk. */
public final class Durable {
    private Durable() {}

    /**
     * Returns a configuration with our state provider, which also runs on Storm, and a new folder.
     */
    public static Config conf(Stage stage) throws IOException {
        Path folder = Scratch.folder("state");
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_STATE_PROVIDER, "io.eyewall.state.RocksDbKeyValueStateProvider");
        conf.put("eyewall.state.dir", folder.toString());
        conf.put("eyewall.state.sync", false);
        return conf;
    }
}
