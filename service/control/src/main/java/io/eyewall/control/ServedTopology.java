package io.eyewall.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.health.Crashes;
import io.eyewall.control.health.Health;
import io.eyewall.engine.RunningTopology;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A topology whose process can be called through its control port. */
public interface ServedTopology extends RunningTopology {
    /**
     * Calls a {@link ControlService} of the topology's process.
     *
     * @param arguments a record, or another value that Jackson writes as a JSON object; null for
     *     none
     * @param limit longest wait for the answer
     * @return the result; JSON null for none
     * @throws ProcessGoneException if the process ends before it answers
     * @throws ControlException if the process has no such service, or the service threw an
     *     unexpected exception
     * @throws IllegalStateException also if there is no process at the moment
     */
    JsonNode call(String service, @Nullable Object arguments, Duration limit);

    /**
     * Returns the id of the topology that this one has replaced by an update; null if there was
     * none or it is unknown. Does not call the process.
     */
    default @Nullable String replaces() {
        return null;
    }

    /** Returns the crashes of the topology's processes since its server was started. */
    default Crashes crashes() {
        return Crashes.NONE;
    }

    /** Returns the topology's health, as of the last second; empty if health is not tracked. */
    default Optional<Health> health() {
        return Optional.empty();
    }

    /** Returns the health of any topology; empty if no server tracks it. */
    static Optional<Health> healthOf(RunningTopology topology) {
        return topology instanceof ServedTopology served ? served.health() : Optional.empty();
    }

    /** Calls a service like {@link #call(String, Object, Duration)}, with a limit of 30 seconds. */
    default JsonNode call(String service, @Nullable Object arguments) {
        return call(service, arguments, Duration.ofSeconds(30));
    }
}
