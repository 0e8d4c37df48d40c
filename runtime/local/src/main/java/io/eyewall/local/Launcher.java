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
 * @param nimbus the cluster that Storm's clients reach outside of a {@code LocalCluster}; clusters
 *     share its engine
 * @param overrides configuration keys that override those of every topology
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
     * @throws IllegalStateException if another launcher is installed
     */
    public void install() {
        if (!INSTALLED.compareAndSet(null, this)) {
            throw new IllegalStateException(
                    "a launcher is installed in this process; uninstall it first");
        }
    }

    /** Undoes {@link #install}; does nothing if this launcher is not installed. */
    public void uninstall() {
        INSTALLED.compareAndSet(this, null);
    }

    /** Returns the process's launcher; empty if none is installed. */
    public static Optional<Launcher> installed() {
        return Optional.ofNullable(INSTALLED.get());
    }
}
