package io.eyewall.connectors.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code mosquitto}, which keeps sessions on disk. */
public final class MqttServer extends Server {
    private final String settings;

    /**
     * @param folder empty
     */
    public MqttServer(Path folder) {
        this(folder, "");
    }

    /**
     * @param settings more of its file
     */
    public MqttServer(Path folder, String settings) {
        super(folder);
        this.settings = settings;
    }

    @Override
    protected List<String> command() throws IOException {
        String program = program("mosquitto", "mosquitto");
        Path file = folder().resolve("mosquitto.conf");
        Files.writeString(
                file,
                "listener "
                        + port()
                        + " 127.0.0.1\nallow_anonymous true\npersistence true\n"
                        + "autosave_on_changes true\nautosave_interval 1\nmax_queued_messages 0\n"
                        + "persistence_location "
                        + folder()
                        + "/\n"
                        + settings
                        + (System.getProperty("user.name", "").equals("root")
                                ? "user root\n"
                                : ""));
        return List.of(program, "-c", file.toString());
    }

    /** Its address. */
    public String uri() {
        return "tcp://127.0.0.1:" + port();
    }
}
