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
    private static final int CONNECT_MS = 5_000;
    private static final int READ_MS = 10_000;

    /** The limit for receiving the whole response. */
    private static final long ANSWER_NS = 30_000_000_000L;

    private static final int MAX_BYTES = 64 << 20;

    /** A response may take 1/16 of the heap, because Nimbus needs the rest. */
    private static final int HEAP_DIVISOR = 16;

    private static final int CHUNK_BYTES = 8_192;

    private final URI cluster;
    private final @Nullable Path tokenFile;
    private final long mostBytes;

    GeneratorClient(URI generator, @Nullable Path tokenFile) {
        this(
                generator,
                tokenFile,
                Math.min(MAX_BYTES, Runtime.getRuntime().maxMemory() / HEAP_DIVISOR));
    }

    /**
     * @param mostBytes the maximum size of a response
     */
    GeneratorClient(URI generator, @Nullable Path tokenFile, long mostBytes) {
        this.cluster = URI.create(generator + "/v1/cluster");
        this.tokenFile = tokenFile;
        this.mostBytes = mostBytes;
    }

    @Override
    public ClusterPlan ask(ClusterView view) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) cluster.toURL().openConnection();
        try {
            byte[] body = view.toJson().getBytes(StandardCharsets.UTF_8);
            connection.setConnectTimeout(CONNECT_MS);
            connection.setReadTimeout(READ_MS);
            connection.setInstanceFollowRedirects(false);
            connection.setRequestMethod("POST");
            connection.setRequestProperty("Content-Type", "application/json");
            if (tokenFile != null) {
                connection.setRequestProperty("Authorization", "Bearer " + token(tokenFile));
            }
            connection.setDoOutput(true);
            connection.setFixedLengthStreamingMode(body.length);
            try (OutputStream out = connection.getOutputStream()) {
                out.write(body);
            }
            int status = connection.getResponseCode();
            if (status != HttpURLConnection.HTTP_OK) {
                throw new IOException(cluster + " answered " + status + hint(status));
            }
            if (connection.getContentLengthLong() > mostBytes) {
                throw new IOException(tooMuch());
            }
            try (InputStream in = connection.getInputStream()) {
                return ClusterPlan.fromJson(read(in));
            }
        } catch (IllegalArgumentException e) {
            throw new IOException(cluster + ": " + e.getMessage(), e);
        } finally {
            connection.disconnect();
        }
    }

    /** Reads the token anew for each request, because the file may have been replaced. */
    private static String token(Path file) throws IOException {
        return Files.readString(file).strip();
    }

    private String hint(int status) {
        return switch (status) {
            case HttpURLConnection.HTTP_UNAUTHORIZED ->
                    tokenFile == null
                            ? ": the generator requires a token; set " + SchedulerConf.TOKEN_FILE
                            : ": the generator does not accept the token in " + tokenFile;
            case HttpURLConnection.HTTP_NOT_FOUND ->
                    ": the URL is not that of a schedule generator";
            default -> "";
        };
    }

    private String read(InputStream in) throws IOException {
        long startNs = System.nanoTime();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
            all.write(chunk, 0, read);
            if (all.size() > mostBytes || System.nanoTime() - startNs > ANSWER_NS) {
                throw new IOException(tooMuch());
            }
        }
        return all.toString(StandardCharsets.UTF_8);
    }

    private String tooMuch() {
        return "the response of %s is longer than %d KiB, or takes longer than 30 s"
                .formatted(cluster, mostBytes >> 10);
    }
}
