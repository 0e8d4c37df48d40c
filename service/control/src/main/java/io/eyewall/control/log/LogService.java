package io.eyewall.control.log;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.ControlService;
import io.eyewall.control.wire.WireJson;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The control service that reads the logs of topologies. */
public final class LogService implements ControlService {
    /**
     * The name of the service; its arguments are {@link Asked}, its result is a {@link LogPage}.
     */
    public static final String NAME = "log.read";

    private final Logs logs;

    /** Finds logs. */
    public interface Logs {
        /**
         * Returns the log with a topology's output.
         *
         * @param topology id of the topology; implementations that keep logs of topologies that are
         *     over may accept a name, too
         * @return empty if there is no log
         */
        Optional<LogSource> logOf(String topology) throws IOException;
    }

    /**
     * The arguments.
     *
     * @param topology id of the topology
     * @param cursor see {@link LogSource#read}
     * @param lines largest number of lines
     */
    public record Asked(String topology, @Nullable String cursor, int lines) {}

    /**
     * Creates the service.
     *
     * @param logs called for each request, by any thread
     */
    public LogService(Logs logs) {
        this.logs = logs;
    }

    @Override
    public LogPage answer(@Nullable JsonNode arguments) throws IOException {
        Asked request = WireJson.read(arguments, Asked.class);
        if (request == null || request.topology() == null) {
            throw new IllegalArgumentException("no topology was named");
        }
        if (request.lines() < 1 || request.lines() > LogPage.MAX_LINES) {
            throw new IllegalArgumentException(
                    "lines is " + request.lines() + ", expected 1 to " + LogPage.MAX_LINES);
        }
        LogSource log =
                logs.logOf(request.topology())
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "there is no log of topology '"
                                                        + request.topology()
                                                        + "' here"));
        return log.read(request.cursor(), request.lines());
    }
}
