package io.eyewall.cli.application;

import java.nio.file.Path;

/** The folder for files that the command can make or fetch again. */
public final class CacheFolder {
    private CacheFolder() {}

    /** Returns a folder in {@code $XDG_CACHE_HOME/eyewall}, or {@code ~/.cache/eyewall}. */
    public static Path of(String name) {
        String cache = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
        Path home =
                cache.isBlank()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(cache);
        return home.resolve("eyewall").resolve(name);
    }
}
