package io.eyewall.connectors.server;

import java.nio.file.Path;
import java.util.List;

/** {@code redis-server}, which keeps what it has told a client on disk. */
public final class RedisServer extends Server {
    /**
     * @param folder empty
     */
    public RedisServer(Path folder) {
        super(folder);
    }

    @Override
    protected List<String> command() {
        return List.of(
                program("redis-server", "redis-server"),
                "--bind",
                "127.0.0.1",
                "--port",
                String.valueOf(port()),
                "--dir",
                folder().toString(),
                "--save",
                "",
                "--appendonly",
                "yes",
                "--appendfsync",
                "always"); // else, on a busy disk, what it has answered may not be in the file
    }

    /** Its address. */
    public String uri() {
        return "redis://127.0.0.1:" + port();
    }
}
