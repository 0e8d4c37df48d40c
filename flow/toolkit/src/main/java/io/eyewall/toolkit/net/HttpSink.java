package io.eyewall.toolkit.net;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.sink.SinkBolt;
import io.eyewall.toolkit.sink.SinkBuilder;
import io.eyewall.toolkit.sink.SinkOptions;
import io.eyewall.toolkit.sink.SinkWriter;
import io.eyewall.toolkit.sink.WrittenTuples;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Builds a bolt that posts each tuple, at least once: a tuple is acked on an answer of 2xx. A tuple
 * that is answered with 4xx (except for 408, 425 and 429) becomes a dead letter, as a repetition
 * would be rejected as well; all other failures are retried.
 */
public final class HttpSink extends SinkBuilder<HttpSink> {
    private static final SinkOptions DEFAULT_OPTIONS =
            new SinkOptions(32, Duration.ofMillis(100), Duration.ofSeconds(10));

    /** The time limit for connecting, and for the whole answer. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final String uri;
    private final Encoder value;
    private final Map<String, String> headers = new HashMap<>();

    private HttpSink(String uri, Encoder value) {
        super(DEFAULT_OPTIONS);
        this.uri = URI.create(uri).toString();
        this.value = value;
    }

    /**
     * Returns a builder.
     *
     * @param uri target, {@code http://...} or {@code https://...}
     * @param value encodes the body
     */
    public static HttpSink post(String uri, Encoder value) {
        return new HttpSink(uri, value);
    }

    /** Adds a header, such as {@code Content-Type} or {@code Authorization}. */
    public HttpSink header(String name, String setting) {
        headers.put(name, setting);
        return this;
    }

    @Override
    protected HttpSink self() {
        return this;
    }

    /** Returns the bolt. */
    public SinkBolt build() {
        // Local copies, as the serialized factory must not capture this builder.
        String target = uri;
        Encoder body = value;
        Map<String, String> requestHeaders = new HashMap<>(headers);
        return bolt(
                (task, tasks, conf) ->
                        new Writer(URI.create(target), body, requestHeaders, TIMEOUT));
    }

    /** The HTTP client of one task. */
    static final class Writer implements SinkWriter {
        private final URI uri;
        private final Encoder value;
        private final Map<String, String> headers;
        private final Duration timeout;
        private final WrittenTuples written = new WrittenTuples();
        private @Nullable HttpClient client;

        Writer(URI uri, Encoder value, Map<String, String> headers, Duration timeout) {
            this.uri = uri;
            this.value = value;
            this.headers = headers;
            this.timeout = timeout;
        }

        @Override
        public void open() {
            if (client == null) {
                client = HttpClient.newBuilder().connectTimeout(timeout).build();
            }
        }

        @Override
        public int write(List<Tuple> tuples) throws Exception {
            HttpClient openClient = client;
            if (openClient == null) {
                throw new IllegalStateException("not open");
            }
            List<Tuple> unwritten = written.unwritten(tuples);
            try {
                awaitAnswers(unwritten, post(openClient, unwritten));
            } catch (Exception e) {
                written.expectRetry(tuples);
                throw e;
            }
            return tuples.size();
        }

        private List<CompletableFuture<HttpResponse<Void>>> post(
                HttpClient openClient, List<Tuple> tuples) throws BadRecordException {
            List<HttpRequest> requests = new ArrayList<>();
            for (Tuple tuple : tuples) {
                HttpRequest.Builder request =
                        HttpRequest.newBuilder(uri)
                                .timeout(timeout)
                                .POST(HttpRequest.BodyPublishers.ofByteArray(value.encode(tuple)));
                headers.forEach(request::header);
                requests.add(request.build());
            }
            return requests.stream()
                    .map(each -> openClient.sendAsync(each, HttpResponse.BodyHandlers.discarding()))
                    .toList();
        }

        /**
         * Waits for all answers, so that no accepted tuple is posted again; throws the first
         * failure.
         */
        private void awaitAnswers(
                List<Tuple> tuples, List<CompletableFuture<HttpResponse<Void>>> answers)
                throws Exception {
            // The time limit of a request covers only the header of its answer.
            long deadlineNs = System.nanoTime() + timeout.toNanos();
            Exception failure = null;
            try {
                for (int i = 0; i < tuples.size(); i++) {
                    try {
                        awaitAnswer(answers.get(i), Math.max(0, deadlineNs - System.nanoTime()));
                        written.addWritten(tuples.get(i));
                    } catch (IOException | BadRecordException e) {
                        failure = failure == null ? e : failure;
                    }
                }
            } finally {
                // Answers that nobody waits for any more would keep their connections open.
                answers.forEach(answer -> answer.cancel(true));
            }
            if (failure != null) {
                throw failure;
            }
        }

        private void awaitAnswer(CompletableFuture<HttpResponse<Void>> answer, long timeoutNs)
                throws Exception {
            try {
                checkStatus(answer.get(timeoutNs, TimeUnit.NANOSECONDS).statusCode());
            } catch (ExecutionException e) {
                if (e.getCause() instanceof IOException cause) {
                    // The cause does not name the URI.
                    throw new IOException(uri + ": " + cause, cause);
                }
                throw e.getCause() instanceof Exception cause ? cause : e;
            } catch (TimeoutException e) {
                throw new IOException(uri + ": no answer within " + timeout.toMillis() + " ms", e);
            }
        }

        private void checkStatus(int status) throws IOException, BadRecordException {
            // Request timeout, too early, and too many requests.
            boolean isRetryable = status == 408 || status == 425 || status == 429;
            if (status >= 400 && status < 500 && !isRetryable) {
                throw new BadRecordException(uri + " answered " + status, null);
            }
            if (status >= 300) {
                throw new IOException(uri + " answered " + status);
            }
        }

        @Override
        public void close() {
            // HttpClient has no close before Java 21. A new client after each failure would leave
            // the connections of the old one open until it is collected, so the client is kept.
        }
    }
}
