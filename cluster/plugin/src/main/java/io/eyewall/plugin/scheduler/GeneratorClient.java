package io.eyewall.plugin.scheduler;

import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.plugin.wire.ClusterView;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Requests the generator's plan by HTTP. For one thread; calls wait for the response. */
final class GeneratorClient implements PlanSource {
    private static final int CONNECT_TIMEOUT_MS = 5_000;
    private static final int READ_TIMEOUT_MS = 10_000;

    /** The limit for receiving the whole response, 30 s. */
    private static final long RESPONSE_TIME_LIMIT_NS = 30_000_000_000L;

    private static final int MAX_RESPONSE_BYTES = 64 << 20;

    /** A response may take up to 1/16 of the heap, because Nimbus needs the rest. */
    private static final int HEAP_DIVISOR = 16;

    private static final int CHUNK_BYTES = 8_192;

    private final URI planUrl;
    private final @Nullable Path tokenFile;
    private final long maxResponseBytes;

    GeneratorClient(URI generator, @Nullable Path tokenFile) {
        this(
                generator,
                tokenFile,
                Math.min(MAX_RESPONSE_BYTES, Runtime.getRuntime().maxMemory() / HEAP_DIVISOR));
    }

    /**
     * @param maxResponseBytes the maximum size of a response, in bytes
     */
    GeneratorClient(URI generator, @Nullable Path tokenFile, long maxResponseBytes) {
        this.planUrl = URI.create(generator + "/v1/cluster");
        this.tokenFile = tokenFile;
        this.maxResponseBytes = maxResponseBytes;
    }

    @Override
    public ClusterPlan requestPlan(ClusterView view) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) planUrl.toURL().openConnection();
        try {
            byte[] body = view.toJson().getBytes(StandardCharsets.UTF_8);
            connection.setConnectTimeout(CONNECT_TIMEOUT_MS);
            connection.setReadTimeout(READ_TIMEOUT_MS);
            connection.setInstanceFollowRedirects(false);
            connection.setRequestMethod("POST");
            connection.setRequestProperty("Content-Type", "application/json");
            if (tokenFile != null) {
                connection.setRequestProperty("Authorization", "Bearer " + readToken(tokenFile));
            }
            connection.setDoOutput(true);
            connection.setFixedLengthStreamingMode(body.length);
            try (OutputStream out = connection.getOutputStream()) {
                out.write(body);
            }
            int status = connection.getResponseCode();
            if (status != HttpURLConnection.HTTP_OK) {
                throw new IOException(planUrl + " answered " + status + hint(status));
            }
            if (connection.getContentLengthLong() > maxResponseBytes) {
                throw new IOException(limitMessage());
            }
            try (InputStream in = connection.getInputStream()) {
                return ClusterPlan.fromJson(readResponse(in));
            }
        } catch (IllegalArgumentException e) {
            throw new IOException(planUrl + ": " + e.getMessage(), e);
        } finally {
            connection.disconnect();
        }
    }

    /** Reads the token anew for each request, because the file may have been replaced. */
    private static String readToken(Path file) throws IOException {
        return Files.readString(file).strip();
    }

    private String hint(int status) {
        return switch (status) {
            case HttpURLConnection.HTTP_UNAUTHORIZED ->
                    tokenFile == null
                            ? ": the generator requires a token; set "
                                    + SchedulerConf.TOKEN_FILE_KEY
                            : ": the generator does not accept the token in " + tokenFile;
            case HttpURLConnection.HTTP_NOT_FOUND ->
                    ": the URL is not that of a schedule generator";
            default -> "";
        };
    }

    private String readResponse(InputStream in) throws IOException {
        long startNs = System.nanoTime();
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
            received.write(chunk, 0, read);
            if (received.size() > maxResponseBytes
                    || System.nanoTime() - startNs > RESPONSE_TIME_LIMIT_NS) {
                throw new IOException(limitMessage());
            }
        }
        return received.toString(StandardCharsets.UTF_8);
    }

    private String limitMessage() {
        return "the response of %s is longer than %d KiB, or takes longer than 30 s"
                .formatted(planUrl, maxResponseBytes >> 10);
    }
}
