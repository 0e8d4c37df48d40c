package io.eyewall.plugin.monitor;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends reports by HTTP. Sending a report never takes longer than the time limit, whatever the
 * server does. Of a response, only the status is used. For one thread.
 */
final class ReportSender {
    private static final int MAX_TOKEN_BYTES = 4096;
    private static final long THREAD_KEEP_ALIVE_S = 5;

    private final URI reportUrl;
    private final Optional<Path> tokenFile;
    private final Duration timeLimit;
    private final HttpClient client;

    ReportSender(URI reportUrl, Optional<Path> tokenFile, Duration timeLimit) {
        this.reportUrl = reportUrl;
        this.tokenFile = tokenFile;
        this.timeLimit = timeLimit;
        ThreadPoolExecutor callbackThread =
                new ThreadPoolExecutor(
                        1,
                        1,
                        THREAD_KEEP_ALIVE_S,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        task -> {
                            Thread created = new Thread(task, "eyewall-load-http");
                            created.setDaemon(true);
                            return created;
                        });
        callbackThread.allowCoreThreadTimeOut(true);
        this.client =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .proxy(
                                HttpClient.Builder
                                        .NO_PROXY) // the topology's proxy settings do not apply
                        .connectTimeout(timeLimit)
                        .executor(callbackThread)
                        .build();
    }

    /**
     * Sends a report, and tries once more immediately if the connection breaks, because it may have
     * been a kept-alive connection that the server had closed. The receiver recognizes duplicates
     * by their sequence number.
     *
     * @throws IOException if the report did not arrive or was refused
     */
    void send(String json) throws IOException, InterruptedException {
        HttpRequest request = buildRequest(json);
        long endNs = System.nanoTime() + timeLimit.toNanos();
        int status;
        try {
            status = sendOnce(request, endNs);
        } catch (IOException e) {
            if (System.nanoTime() - endNs >= 0) {
                throw e;
            }
            status = sendOnce(request, endNs);
        }
        if (status < 200 || status > 299) {
            throw new IOException(reportUrl + " answered " + status + remedy(status));
        }
    }

    private static String remedy(int status) {
        return switch (status) {
            case 401, 403 ->
                    ": " + MonitorSettings.TOKEN_FILE_KEY + " must hold the generator's token";
            case 404 -> ": " + MonitorSettings.URL_KEY + " must be that of a schedule generator";
            default -> "";
        };
    }

    private HttpRequest buildRequest(String json) throws IOException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(reportUrl)
                        .timeout(timeLimit)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(json, StandardCharsets.UTF_8));
        if (tokenFile.isPresent()) {
            request.header("Authorization", "Bearer " + readToken(tokenFile.get()));
        }
        try {
            return request.build();
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "cannot send a request to " + reportUrl + ": " + e.getMessage(), e);
        }
    }

    /** Reads the token anew for each report, so that it can be changed. */
    private static String readToken(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            String token =
                    new String(in.readNBytes(MAX_TOKEN_BYTES), StandardCharsets.UTF_8).strip();
            if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
                throw new IOException(
                        MonitorSettings.TOKEN_FILE_KEY + ": there is no token in " + file);
            }
            return token;
        }
    }

    /** Sends a request and returns the status of the response. */
    private int sendOnce(HttpRequest request, long endNs) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<Void>> answer =
                client.sendAsync(request, HttpResponse.BodyHandlers.discarding());
        try {
            return answer.get(Math.max(1, endNs - System.nanoTime()), TimeUnit.NANOSECONDS)
                    .statusCode();
        } catch (ExecutionException e) {
            throw new IOException("no answer from " + reportUrl + ": " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new IOException("no answer from " + reportUrl + " in " + timeLimit, e);
        } finally {
            answer.cancel(true); // ends the exchange if it is still running
        }
    }
}
