package io.eyewall.differential.program;

import io.eyewall.differential.stage.Scratch;
import io.eyewall.differential.stage.Stage;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.storm.Config;

/** Topologies with their state on disk. */
final class Durable {
    private Durable() {}

    /** A configuration with our provider, which runs on Storm too, and a new folder. */
    static Config conf(Stage stage) throws IOException {
        Path folder = Scratch.folder("state");
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_STATE_PROVIDER, "io.eyewall.state.RocksDbKeyValueStateProvider");
        conf.put("eyewall.state.dir", folder.toString());
        conf.put("eyewall.state.sync", false);
        return conf;
    }
}
