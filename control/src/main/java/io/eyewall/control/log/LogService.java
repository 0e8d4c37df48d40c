package io.eyewall.control.log;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.ControlService;
import io.eyewall.control.wire.Json;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lets others read the log of the topologies of a process. */
public final class LogService implements ControlService {
    /** What it is called by; its arguments are {@link Asked}, it answers a {@link LogPage}. */
    public static final String NAME = "log.read";

    private final Logs logs;

    /** Which log is whose. */
    public interface Logs {
        /**
         * The log that has what a topology prints and logs.
         *
         * @param topology its id; who keeps topologies that are over may take a name, too
         * @return empty if there is none
         */
        Optional<LogSource> of(String topology) throws IOException;
    }

    /**
     * What is asked.
     *
     * @param topology id
     * @param cursor see {@link LogSource#read}
     * @param lines at most so many
     */
    public record Asked(String topology, @Nullable String cursor, int lines) {}

    /**
     * @param logs asked anew each time, by any thread
     */
    public LogService(Logs logs) {
        this.logs = logs;
    }

    @Override
    public LogPage answer(@Nullable JsonNode arguments) throws IOException {
        Asked asked = Json.read(arguments, Asked.class);
        if (asked == null || asked.topology() == null) {
            throw new IllegalArgumentException("no topology was named");
        }
        if (asked.lines() < 1 || asked.lines() > LogPage.MOST_LINES) {
            throw new IllegalArgumentException(
                    "lines is " + asked.lines() + ", expected 1 to " + LogPage.MOST_LINES);
        }
        LogSource log =
                logs.of(asked.topology())
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "there is no log of topology '"
                                                        + asked.topology()
                                                        + "' here"));
        return log.read(asked.cursor(), asked.lines());
    }
}
