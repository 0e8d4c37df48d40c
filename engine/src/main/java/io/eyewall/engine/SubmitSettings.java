package io.eyewall.engine;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a topology is to be started.
 *
 * @param classLoader loads the user's classes; also the context class loader of user code
 * @param credentials given to {@code ICredentialsListener}s; may be empty
 * @param active whether spouts start at once; otherwise they wait to be activated, and no task is
 *     opened before it, as on Storm
 * @param codeDir directory that holds the topology's {@code resources}, or null
 * @param blobVersions of localised blobs, by local name; may change while it runs
 * @param standby holds back part of it at first; null for nothing
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

    /** Without standby. */
    public SubmitSettings(
            ClassLoader classLoader,
            Map<String, String> credentials,
            boolean active,
            @Nullable String codeDir,
            Map<String, Long> blobVersions) {
        this(classLoader, credentials, active, codeDir, blobVersions, null);
    }

    /** Without localised blobs. */
    public SubmitSettings(
            ClassLoader classLoader,
            Map<String, String> credentials,
            boolean active,
            @Nullable String codeDir) {
        this(classLoader, credentials, active, codeDir, Map.of());
    }

    /** Active, without credentials, with that class loader. */
    public static SubmitSettings of(ClassLoader classLoader) {
        return new SubmitSettings(classLoader, Map.of(), true, null);
    }
}
