package io.eyewall.toolkit.net;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.sink.SinkBolt;
import io.eyewall.toolkit.sink.SinkBuilder;
import io.eyewall.toolkit.sink.SinkOptions;
import io.eyewall.toolkit.sink.SinkWriter;
import io.eyewall.toolkit.sink.Taken;
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
 * Makes a bolt that posts each tuple, at least once: it is acked on an answer of 2xx. What is
 * answered with 4xx (but for 408, 425 and 429) is a dead letter, and so will be its like; all else
 * is tried again.
 */
public final class HttpSink extends SinkBuilder<HttpSink> {
    /** For the connection, and for the whole answer. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final String uri;
    private final Encoder value;
    private final Map<String, String> headers = new HashMap<>();

    private HttpSink(String uri, Encoder value) {
        super(new SinkOptions(32, Duration.ofMillis(100), Duration.ofSeconds(10)));
        this.uri = URI.create(uri).toString();
        this.value = value;
    }

    /**
     * Begins one.
     *
     * @param uri {@code http://...} or {@code https://...}
     * @param value the body
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

    /** The bolt. */
    public SinkBolt build() {
        String to = uri;
        Encoder body = value;
        Map<String, String> with = new HashMap<>(headers);
        return bolt((task, tasks, conf) -> new Writer(URI.create(to), body, with, LIMIT));
    }

    /** One task's client. */
    static final class Writer implements SinkWriter {
        private final URI uri;
        private final Encoder value;
        private final Map<String, String> headers;
        private final Duration limit;
        private final Taken taken = new Taken();
        private @Nullable HttpClient client;

        Writer(URI uri, Encoder value, Map<String, String> headers, Duration limit) {
            this.uri = uri;
            this.value = value;
            this.headers = headers;
            this.limit = limit;
        }

        @Override
        public void open() {
            if (client == null) {
                client = HttpClient.newBuilder().connectTimeout(limit).build();
            }
        }

        @Override
        public int write(List<Tuple> tuples) throws Exception {
            HttpClient open = client;
            if (open == null) {
                throw new IllegalStateException("not open");
            }
            List<Tuple> missing = taken.missing(tuples);
            try {
                await(missing, post(open, missing));
            } catch (Exception e) {
                taken.failed(tuples);
                throw e;
            }
            return tuples.size();
        }

        private List<CompletableFuture<HttpResponse<Void>>> post(
                HttpClient open, List<Tuple> tuples) throws BadRecordException {
            List<HttpRequest> requests = new ArrayList<>();
            for (Tuple tuple : tuples) {
                HttpRequest.Builder request =
                        HttpRequest.newBuilder(uri)
                                .timeout(limit)
                                .POST(HttpRequest.BodyPublishers.ofByteArray(value.encode(tuple)));
                headers.forEach(request::header);
                requests.add(request.build());
            }
            return requests.stream()
                    .map(each -> open.sendAsync(each, HttpResponse.BodyHandlers.discarding()))
                    .toList();
        }

        /**
         * For all answers, so that nobody is posted again who was taken; throws the first failure.
         */
        private void await(List<Tuple> tuples, List<CompletableFuture<HttpResponse<Void>>> answers)
                throws Exception {
            // The client's own limit is for the header.
            long deadlineNs = System.nanoTime() + limit.toNanos();
            Exception failure = null;
            try {
                for (int i = 0; i < tuples.size(); i++) {
                    try {
                        check(answers.get(i), Math.max(0, deadlineNs - System.nanoTime()));
                        taken.add(tuples.get(i));
                    } catch (IOException | BadRecordException e) {
                        failure = failure == null ? e : failure;
                    }
                }
            } finally {
                // Nobody waits for these any more; their connections would stay open.
                answers.forEach(answer -> answer.cancel(true));
            }
            if (failure != null) {
                throw failure;
            }
        }

        private void check(CompletableFuture<HttpResponse<Void>> answer, long limitNs)
                throws Exception {
            try {
                check(answer.get(limitNs, TimeUnit.NANOSECONDS).statusCode());
            } catch (ExecutionException e) {
                if (e.getCause() instanceof IOException cause) {
                    throw new IOException(uri + ": " + cause, cause); // which doesn't name it
                }
                throw e.getCause() instanceof Exception cause ? cause : e;
            } catch (TimeoutException e) {
                throw new IOException(uri + ": no answer within " + limit.toMillis() + " ms", e);
            }
        }

        private void check(int status) throws IOException, BadRecordException {
            boolean passing = status == 408 || status == 425 || status == 429;
            if (status >= 400 && status < 500 && !passing) {
                throw new BadRecordException(uri + " answers " + status, null);
            }
            if (status >= 300) {
                throw new IOException(uri + " answers " + status);
            }
        }

        @Override
        public void close() {
            // It has no close before Java 21. A new one after each failure would leave its
            // connections open until it is collected.
        }
    }
}
