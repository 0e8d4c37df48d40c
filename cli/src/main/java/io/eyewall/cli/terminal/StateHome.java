package io.eyewall.cli.terminal;

import java.nio.file.Path;
import java.util.Map;

/** The default folder for persistent data. */
public final class StateHome {
    private StateHome() {}

    /** Returns {@code $XDG_STATE_HOME/eyewall}, or else {@code ~/.local/state/eyewall}. */
    public static Path folder() {
        return folder(System.getenv(), Path.of(System.getProperty("user.home")));
    }

    static Path folder(Map<String, String> environment, Path home) {
        String state = environment.getOrDefault("XDG_STATE_HOME", "");
        Path root = state.isBlank() ? home.resolve(".local").resolve("state") : Path.of(state);
        return root.resolve("eyewall");
    }
}
