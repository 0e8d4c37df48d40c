package io.eyewall.connectors.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code mosquitto}, which keeps sessions on disk. */
public final class MqttServer extends Server {
    /**
     * @param folder empty
     */
    public MqttServer(Path folder) {
        super(folder);
    }

    @Override
    protected List<String> command() throws IOException {
        String program = program("mosquitto", "mosquitto");
        Path settings = folder().resolve("mosquitto.conf");
        Files.writeString(
                settings,
                "listener "
                        + port()
                        + " 127.0.0.1\nallow_anonymous true\npersistence true\n"
                        + "autosave_on_changes true\nautosave_interval 1\nmax_queued_messages 0\n"
                        + "persistence_location "
                        + folder()
                        + "/\n"
                        + (System.getProperty("user.name", "").equals("root")
                                ? "user root\n"
                                : ""));
        return List.of(program, "-c", settings.toString());
    }

    /** Its address. */
    public String uri() {
        return "tcp://127.0.0.1:" + port();
    }
}
