package io.eyewall.cluster.load;

import io.eyewall.local.net.HttpAnswer;
import io.eyewall.local.net.HttpBody;
import io.eyewall.plugin.wire.JsonFormatException;
import io.eyewall.plugin.wire.LoadReport;
import io.eyewall.web.WebHandler;
import io.eyewall.web.WebRequest;
import io.eyewall.web.WebRoute;
import java.util.Locale;
import java.util.Map;

/**
 * Takes the reports of monitors: {@code POST /v1/loads}. The answer says what became of it; all
 * that is well-formed is answered 200, so that nobody sends it again. Bodies are limited by the
 * server's settings; a report needs up to {@link LoadReport#MOST_CHARS} bytes.
 */
public final class LoadsHandler implements WebHandler {
    /** Where monitors send to. */
    public static final String PATH = "/v1/loads";

    private final LoadBook book;

    private LoadsHandler(LoadBook book) {
        this.book = book;
    }

    /** The route that fills a book. */
    public static WebRoute route(LoadBook book) {
        return WebRoute.api(PATH, new LoadsHandler(book));
    }

    @Override
    public HttpAnswer answer(WebRequest request) {
        if (!request.method().equals("POST")) {
            return HttpAnswer.error(
                    405, "Method Not Allowed", "expected POST", Map.of("Allow", "POST"));
        }
        LoadReport report;
        try {
            report = LoadReport.fromJson(request.body());
        } catch (JsonFormatException e) {
            return HttpAnswer.error(400, "Bad Request", e.getMessage());
        }
        Taken taken = book.take(report);
        if (taken == Taken.FULL) {
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
