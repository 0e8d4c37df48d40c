package io.eyewall.engine;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How to start a topology.
 *
 * @param classLoader loads the user's classes; also the context class loader of user code
 * @param credentials passed to every {@code ICredentialsListener}; may be empty
 * @param active whether spouts start immediately; otherwise they wait for the activation, and no
 *     task is opened before it, as in Storm
 * @param codeDir directory that contains the topology's {@code resources}, or null
 * @param blobVersions versions of localised blobs by local name; may change while the topology runs
 * @param standby holds back part of the topology at first, or null
 */
public record SubmitSettings(
        ClassLoader classLoader,
        Map<String, String> credentials,
        boolean active,
        @Nullable String codeDir,
        Map<String, Long> blobVersions,
        @Nullable Standby standby) {
    public SubmitSettings {
        Objects.requireNonNull(classLoader, "classLoader");
        Objects.requireNonNull(blobVersions, "blobVersions");
        credentials = Map.copyOf(credentials);
    }

    /** Creates settings without a standby. */
    public SubmitSettings(
            ClassLoader classLoader,
            Map<String, String> credentials,
            boolean active,
            @Nullable String codeDir,
            Map<String, Long> blobVersions) {
        this(classLoader, credentials, active, codeDir, blobVersions, null);
    }

    /** Creates settings without localised blobs. */
    public SubmitSettings(
            ClassLoader classLoader,
            Map<String, String> credentials,
            boolean active,
            @Nullable String codeDir) {
        this(classLoader, credentials, active, codeDir, Map.of());
    }

    /** Returns settings of an active topology without credentials. */
    public static SubmitSettings of(ClassLoader classLoader) {
        return new SubmitSettings(classLoader, Map.of(), true, null);
    }
}
