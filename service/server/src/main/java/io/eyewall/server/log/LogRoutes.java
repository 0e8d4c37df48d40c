package io.eyewall.server.log;

import io.eyewall.ports.HttpAnswer;
import io.eyewall.ports.HttpBody;
import io.eyewall.web.WebRequest;
import io.eyewall.web.WebRoute;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.jspecify.annotations.Nullable;

/**
 * Serves log files by HTTP with the paths and parameters of Storm's log viewer (Storm:
 * daemon/logviewer/webapp/LogviewerResource.java), as plain text where Storm's log viewer returns
 * HTML pages. A file is named {@code ID/PORT/worker.log}; the port is ignored and may be left out.
 * Any thread may call.
 */
public final class LogRoutes {
    /** The default length of a part, as in Storm's log viewer. */
    private static final int DEFAULT_PART_BYTES = 50 << 10;

    private static final int MAX_PART_BYTES = 1 << 20;
    private static final long MAX_DOWNLOAD_BYTES = 32L << 20;
    private static final String TEXT_TYPE = "text/plain; charset=utf-8";

    private final TopologyLogs logs;

    /** Creates routes for a server's log files. */
    public LogRoutes(TopologyLogs logs) {
        this.logs = logs;
    }

    /** Returns all routes. */
    public List<WebRoute> routes() {
        return List.of(
                WebRoute.api("/api/v1/log", request -> answer(request, this::answerPart)),
                WebRoute.api("/api/v1/download", request -> answer(request, this::answerDownload)),
                WebRoute.api("/api/v1/listLogs", request -> answer(request, this::answerList)));
    }

    /** The handler of one route. */
    private interface Handler {
        HttpAnswer answer(String query) throws IOException;
    }

    private static HttpAnswer answer(WebRequest request, Handler handler) throws IOException {
        if (!List.of("GET", "HEAD").contains(request.method())) {
            return HttpAnswer.error(
                    405, "Method Not Allowed", request.method(), Map.of("Allow", "GET, HEAD"));
        }
        try {
            return handler.answer(request.query());
        } catch (NoSuchFileException e) {
            return HttpAnswer.error(404, "Not Found", e.getMessage());
        } catch (IllegalArgumentException e) {
            return HttpAnswer.error(400, "Bad Request", e.getMessage());
        }
    }

    /** Returns at most {@code length} bytes of a file: from {@code start} on, or the last ones. */
    private HttpAnswer answerPart(String query) throws IOException {
        Path file = requestedFile(query);
        long length = longParameter(query, "length", DEFAULT_PART_BYTES);
        if (length < 1 || length > MAX_PART_BYTES) {
            throw new IllegalArgumentException(
                    "length is " + length + ", expected 1 to " + MAX_PART_BYTES + " bytes");
        }
        try (FileChannel channel = open(file)) {
            long size = channel.size();
            long start = longParameter(query, "start", Math.max(0, size - length));
            if (start < 0) {
                throw new IllegalArgumentException("start is " + start + ", expected 0 or more");
            }
            byte[] bytes = read(channel, start, (int) length);
            return new HttpAnswer(
                    200,
                    TEXT_TYPE,
                    HttpBody.of(bytes),
                    Map.of(
                            "Cache-Control",
                            "no-store",
                            "X-Log-Start",
                            Long.toString(Math.min(start, size)),
                            "X-Log-Size",
                            Long.toString(size)));
        }
    }

    private HttpAnswer answerDownload(String query) throws IOException {
        Path file = requestedFile(query);
        try (FileChannel channel = open(file)) {
            long size = channel.size();
            if (size > MAX_DOWNLOAD_BYTES) {
                return HttpAnswer.error(
                        413,
                        "Too Large",
                        "%s has %d bytes, more than %d; ask /api/v1/log for parts of it, by start"
                                        .formatted(file.getFileName(), size, MAX_DOWNLOAD_BYTES)
                                + " and length");
            }
            return new HttpAnswer(
                    200,
                    "application/octet-stream",
                    HttpBody.of(read(channel, 0, (int) size)),
                    Map.of(
                            "Cache-Control",
                            "no-store",
                            "Content-Disposition",
                            "attachment; filename=\"" + file.getFileName() + "\""));
        }
    }

    /** Returns the names of the log files of one topology or of all. */
    private HttpAnswer answerList(String query) throws IOException {
        String wantedId = parameter(query, "topologyId");
        String port = parameter(query, "port");
        List<String> files = new ArrayList<>();
        for (String id : wantedId == null ? logs.topologyIds() : List.of(wantedId)) {
            for (String name : logs.fileNames(id)) {
                files.add(id + (port == null ? "" : "/" + Integer.parseInt(port)) + "/" + name);
            }
        }
        return new HttpAnswer(
                200,
                "application/json;charset=utf-8",
                HttpBody.of(JSONValue.toJSONString(files)),
                Map.of("Cache-Control", "no-store"));
    }

    private Path requestedFile(String query) throws IOException {
        String name = parameter(query, "file");
        String[] parts = name == null ? new String[0] : name.split("/", -1);
        boolean wellFormed =
                parts.length == 2 || (parts.length == 3 && parts[1].matches("[0-9]{1,5}"));
        if (!wellFormed) {
            throw new IllegalArgumentException(
                    "file is '" + name + "', expected ID/PORT/worker.log, or ID/worker.log");
        }
        Optional<Path> file = logs.file(parts[0], parts[parts.length - 1]);
        return file.orElseThrow(
                () ->
                        new NoSuchFileException(
                                "there is no log file '" + name + "'; /api/v1/listLogs lists all"));
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    }

    /** Reads up to {@code length} bytes; fewer if the file is truncated meanwhile. */
    private static byte[] read(FileChannel channel, long start, int length) throws IOException {
        int byteCount = (int) Math.max(0, Math.min(length, channel.size() - start));
        ByteBuffer bytes = ByteBuffer.allocate(byteCount);
        while (bytes.hasRemaining() && channel.read(bytes, start + bytes.position()) >= 0) {
            // continue reading
        }
        byte[] read = new byte[bytes.position()];
        bytes.flip().get(read);
        return read;
    }

    private static long longParameter(String query, String name, long defaultValue) {
        String value = parameter(query, name);
        try {
            return value == null ? defaultValue : Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    name + " is '" + value + "', expected a whole number", e);
        }
    }

    /** Returns the first value of the parameter; null if the query lacks it. */
    private static @Nullable String parameter(String query, String name) {
        for (String pair : query.split("&")) {
            if (pair.startsWith(name + "=")) {
                return URLDecoder.decode(pair.substring(name.length() + 1), StandardCharsets.UTF_8);
            }
        }
        return null;
    }
}
