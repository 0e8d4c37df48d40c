package io.eyewall.local;

import io.eyewall.engine.RunningTopology;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Settings that a command which launches an application imposes on every cluster that the
 * application creates in this process, so that the command sees all topologies and its options
 * apply to each. At most one is installed per process.
 *
 * @param nimbus what Storm's clients reach outside of a {@code LocalCluster}; clusters share its
 *     engine
 * @param overrides configuration that wins over every topology's own
 * @param onSubmitted called with each topology after its submission, on the submitting thread
 */
public record Launcher(
        LocalNimbus nimbus, Map<String, Object> overrides, Consumer<RunningTopology> onSubmitted) {
    private static final AtomicReference<Launcher> INSTALLED = new AtomicReference<>();

    public Launcher {
        overrides = Collections.unmodifiableMap(new HashMap<>(overrides)); // nulls allowed
    }

    /**
     * Makes this the launcher of the process.
     *
     * @throws IllegalStateException if there is one
     */
    public void install() {
        if (!INSTALLED.compareAndSet(null, this)) {
            throw new IllegalStateException(
                    "a launcher is installed in this process; uninstall it first");
        }
    }

    /** Undoes {@link #install}; does nothing if this is not the one installed. */
    public void uninstall() {
        INSTALLED.compareAndSet(this, null);
    }

    /** The process's launcher, or empty. */
    public static Optional<Launcher> installed() {
        return Optional.ofNullable(INSTALLED.get());
    }
}
