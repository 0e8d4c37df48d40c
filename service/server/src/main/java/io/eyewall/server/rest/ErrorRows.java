package io.eyewall.server.rest;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.ErrorInfo;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;

/** Makes table rows of the errors that components have reported. */
final class ErrorRows {
    /** The number of errors that Storm keeps for each component. */
    private static final int MAX_ERRORS = 10;

    private static final int MAX_LAST_ERROR_CHARS = 200;

    private ErrorRows() {}

    /** Returns the latest errors, oldest first. */
    static List<Map<String, Object>> latest(RestCall call, @Nullable List<ErrorInfo> errors) {
        if (errors == null) {
            return List.of();
        }
        return errors.stream()
                .sorted(Comparator.comparingInt(ErrorInfo::get_error_time_secs))
                .skip(Math.max(0, errors.size() - MAX_ERRORS))
                .map(
                        error -> {
                            Map<String, Object> row = timeAndWorker(call, error);
                            row.put("error", error.get_error());
                            return row;
                        })
                .toList();
    }

    /** Returns the last error as fields of its component's row. */
    static Map<String, Object> lastErrorFields(RestCall call, @Nullable ErrorInfo error) {
        if (error != null) {
            String text = error.get_error();
            Map<String, Object> row = timeAndWorker(call, error);
            row.put("lastError", text.substring(0, Math.min(text.length(), MAX_LAST_ERROR_CHARS)));
            return row;
        }
        Map<String, Object> row = new HashMap<>();
        row.put("lastError", "");
        row.put("errorTime", null);
        row.put("errorLapsedSecs", null);
        row.put("errorHost", "");
        row.put("errorPort", null);
        row.put("errorWorkerLogLink", "");
        return row;
    }

    private static Map<String, Object> timeAndWorker(RestCall call, ErrorInfo error) {
        Map<String, Object> row = new HashMap<>();
        boolean hasWorker = error.is_set_host() && error.is_set_port();
        row.put("errorTime", error.get_error_time_secs());
        row.put("errorLapsedSecs", Time.deltaSecs(error.get_error_time_secs()));
        row.put("errorHost", error.is_set_host() ? error.get_host() : "");
        row.put("errorPort", error.is_set_port() ? error.get_port() : null);
        row.put(
                "errorWorkerLogLink",
                hasWorker
                        ? call.conf()
                                .workerLogLink(
                                        error.get_host(), error.get_port(), call.topologyId())
                        : "");
        return row;
    }
}
