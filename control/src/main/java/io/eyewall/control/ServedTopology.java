package io.eyewall.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.health.Crashes;
import io.eyewall.control.health.Health;
import io.eyewall.engine.RunningTopology;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A topology of another process, which can be asked for more than the topology itself. */
public interface ServedTopology extends RunningTopology {
    /**
     * Has a {@link ControlService} of its process do what it does.
     *
     * @param arguments a record, or what Jackson takes for a JSON object; null for none
     * @param limit for how long to wait for the answer
     * @return what it returned; JSON null for nothing
     * @throws ProcessGoneException if the process ends before it answers
     * @throws ControlException if the process has no such service, or that threw something
     *     unexpected
     * @throws IllegalStateException also if there is no process at the moment
     */
    JsonNode call(String service, @Nullable Object arguments, Duration limit);

    /**
     * Id of the topology in whose place it has come by an update; null if there was none, or where
     * nobody knows. Asks nobody.
     */
    default @Nullable String replaces() {
        return null;
    }

    /** Processes of it that have ended unasked since the server that keeps it was started. */
    default Crashes crashes() {
        return Crashes.NONE;
    }

    /** How it is, as of the last second; empty where nobody follows that. */
    default Optional<Health> health() {
        return Optional.empty();
    }

    /** As {@link #call(String, Object, Duration)}, with a limit of 30 seconds. */
    default JsonNode call(String service, @Nullable Object arguments) {
        return call(service, arguments, Duration.ofSeconds(30));
    }
}
