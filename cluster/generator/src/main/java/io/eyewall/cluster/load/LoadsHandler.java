package io.eyewall.cluster.load;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.plugin.wire.JsonFormatException;
import io.eyewall.plugin.wire.LoadReport;
import io.eyewall.ports.HttpAnswer;
import io.eyewall.ports.HttpBody;
import io.eyewall.web.WebHandler;
import io.eyewall.web.WebRequest;
import io.eyewall.web.WebRoute;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The HTTP API of a {@link LoadBook}; called by the web server's threads. {@code POST /v1/loads}
 * accepts a monitor's report. The response says how it was used; the status of every well-formed
 * report is 200, so that monitors do not send it again, unless the book is full (507). Bodies are
 * limited by the server's settings; a report needs up to {@link LoadReport#MAX_CHARS} bytes. {@code
 * GET /v1/loads?topology=ID} returns a {@link TopologyReading}.
 */
public final class LoadsHandler implements WebHandler {
    /** The path to which monitors post reports. */
    public static final String PATH = "/v1/loads";

    private static final String TOPOLOGY_PARAMETER = "topology=";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final LoadBook book;

    private LoadsHandler(LoadBook book) {
        this.book = book;
    }

    /** Returns the route that fills and reads a book. */
    public static WebRoute route(LoadBook book) {
        return WebRoute.api(PATH, new LoadsHandler(book));
    }

    @Override
    public HttpAnswer answer(WebRequest request) throws IOException {
        return switch (request.method()) {
            case "GET" -> readingAnswer(request.query());
            case "POST" -> addReport(request.body());
            default ->
                    HttpAnswer.error(
                            405,
                            "Method Not Allowed",
                            "expected GET or POST",
                            Map.of("Allow", "GET, POST"));
        };
    }

    private HttpAnswer readingAnswer(String query) throws IOException {
        if (!query.startsWith(TOPOLOGY_PARAMETER)) {
            return HttpAnswer.error(400, "Bad Request", "expected ?topology=ID");
        }
        String id =
                URLDecoder.decode(
                        query.substring(TOPOLOGY_PARAMETER.length()), StandardCharsets.UTF_8);
        Optional<TopologyReading> reading = book.reading(id);
        return reading.isEmpty()
                ? HttpAnswer.error(
                        404,
                        "Not Found",
                        "no monitor has reported on '%s'; known are %s"
                                .formatted(id, new TreeSet<>(book.topologies())))
                : new HttpAnswer(
                        200,
                        "application/json",
                        HttpBody.of(JSON.writeValueAsString(reading.get())),
                        Map.of());
    }

    private HttpAnswer addReport(String body) {
        LoadReport report;
        try {
            report = LoadReport.fromJson(body);
        } catch (JsonFormatException e) {
            return HttpAnswer.error(400, "Bad Request", e.getMessage());
        }
        ReportResult taken = book.addReport(report);
        if (taken == ReportResult.FULL) {
            return HttpAnswer.error(
                    507, "Insufficient Storage", "too many topologies or executors are known");
        }
        return new HttpAnswer(
                200,
                "application/json",
                HttpBody.of("{\"taken\":\"" + taken.name().toLowerCase(Locale.ROOT) + "\"}"),
                Map.of());
    }
}
