package io.eyewall.web;

import io.eyewall.ports.HttpAnswer;
import io.eyewall.ports.HttpBody;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Serves the files of a folder of the class path. A path must consist of plain names, so that no
 * path leads out of the folder, whatever it escapes; only files of known types are served, never
 * classes or folders. Browsers must revalidate their copy each time. Any thread may call.
 */
public final class ClassPathFiles implements WebHandler {
    private static final String INDEX = "index.html";

    /**
     * Path segments; each begins with a letter or digit, which excludes {@code ..} and hidden
     * files.
     */
    private static final Pattern PLAIN_PATH =
            Pattern.compile("([A-Za-z0-9][A-Za-z0-9._-]{0,99}/)*");

    private static final int MAX_PATH_CHARS = 400;

    private static final Map<String, String> TYPE_BY_EXTENSION =
            Map.ofEntries(
                    Map.entry("html", "text/html; charset=utf-8"),
                    Map.entry("css", "text/css; charset=utf-8"),
                    Map.entry("js", "text/javascript; charset=utf-8"),
                    Map.entry("mjs", "text/javascript; charset=utf-8"),
                    Map.entry("json", "application/json"),
                    Map.entry("map", "application/json"),
                    Map.entry("svg", "image/svg+xml"),
                    Map.entry("png", "image/png"),
                    Map.entry("ico", "image/x-icon"),
                    Map.entry("woff2", "font/woff2"),
                    Map.entry("txt", "text/plain; charset=utf-8"));

    private final String prefix;
    private final String folder;
    private final ClassLoader loader;
    private final Map<String, File> files = new ConcurrentHashMap<>();

    private record File(String type, HttpBody body, String etag) {}

    /**
     * @param prefix prefix of the URL paths, ending with a slash; {@code prefix} alone is {@code
     *     index.html}
     * @param folder folder of the class path, without slashes around it
     * @param loader class loader that finds the files
     */
    public ClassPathFiles(String prefix, String folder, ClassLoader loader) {
        this.prefix = prefix;
        this.folder = folder;
        this.loader = loader;
    }

    @Override
    public HttpAnswer answer(WebRequest request) throws IOException {
        if (!Set.of("GET", "HEAD").contains(request.method())) {
            return HttpAnswer.error(
                    405, "Method Not Allowed", request.method(), Map.of("Allow", "GET, HEAD"));
        }
        File file = load(request.path());
        if (file == null) {
            return HttpAnswer.error(404, "Not Found", "there is no such file");
        }
        Map<String, String> headers = Map.of("ETag", file.etag(), "Cache-Control", "no-cache");
        if (isCurrent(request.header("If-None-Match"), file.etag())) {
            return new HttpAnswer(304, file.type(), HttpBody.of(""), headers);
        }
        return new HttpAnswer(200, file.type(), file.body(), headers);
    }

    private static boolean isCurrent(@Nullable String ifNoneMatch, String etag) {
        if (ifNoneMatch == null) {
            return false;
        }
        for (String candidate : ifNoneMatch.split(",")) {
            String clientEtag = candidate.strip();
            if (clientEtag.equals("*")
                    || clientEtag.equals(etag)
                    || clientEtag.equals("W/" + etag)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the file of a path; null if there is none. Files are cached; their number is limited
     * by the class path.
     */
    private @Nullable File load(String path) throws IOException {
        if (!path.startsWith(prefix) || path.length() > MAX_PATH_CHARS) {
            return null;
        }
        String name = path.equals(prefix) ? INDEX : path.substring(prefix.length());
        String type =
                TYPE_BY_EXTENSION.get(
                        name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT));
        if (type == null || !PLAIN_PATH.matcher(name + "/").matches()) {
            return null;
        }
        File cached = files.get(name);
        if (cached != null) {
            return cached;
        }
        try (InputStream in = loader.getResourceAsStream(folder + "/" + name)) {
            if (in == null) {
                return null;
            }
            byte[] bytes = in.readAllBytes();
            File file = new File(type, HttpBody.of(bytes), etag(bytes));
            files.put(name, file);
            return file;
        }
    }

    private static String etag(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return '"' + Base64.getUrlEncoder().withoutPadding().encodeToString(digest) + '"';
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
