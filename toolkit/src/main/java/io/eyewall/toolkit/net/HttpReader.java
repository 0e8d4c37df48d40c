package io.eyewall.toolkit.net;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.SourceReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The server. Each request has a thread, {@code eyewall-http-source}, which waits for its end; the
 * spout's thread takes the messages from a queue.
 */
final class HttpReader implements SourceReader {
    private static final int LARGEST = 1 << 20;
    private static final long LIMIT_S = 60;
    private static final int THREADS = 256;

    private final String host;
    private final int port;
    private final Decoder decoder;
    private final byte[] authorization;
    private final Semaphore room;
    private final Queue<Message> arrived = new ConcurrentLinkedQueue<>();
    private final AtomicLong next = new AtomicLong();

    private @Nullable HttpServer server;
    private @Nullable ExecutorService threads;

    HttpReader(String host, int port, Decoder decoder, String token, int most) {
        this.host = host;
        this.port = port;
        this.decoder = decoder;
        authorization =
                token.isEmpty()
                        ? new byte[0]
                        : ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
        room = new Semaphore(Math.min(most, THREADS - 8));
    }

    @Override
    public void open() throws IOException {
        HttpServer made = HttpServer.create(new InetSocketAddress(host, port), 0);
        ExecutorService pool =
                Executors.newFixedThreadPool(
                        THREADS,
                        command -> {
                            Thread thread = new Thread(command, "eyewall-http-source");
                            thread.setDaemon(true);
                            return thread;
                        });
        made.setExecutor(pool);
        made.createContext("/", this::handle);
        made.start();
        server = made;
        threads = pool;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String answer = exchange.getRequestMethod().equals("POST") ? "" : "405";
            if (authorization.length > 0 && !isAuthorized(exchange)) {
                answer = "401";
            }
            byte[] body = new byte[0];
            if (answer.isEmpty()) {
                body = exchange.getRequestBody().readNBytes(LARGEST + 1);
                answer = body.length > LARGEST ? "413" : "";
            }
            if (answer.isEmpty()) {
                answer = room.tryAcquire() ? process(body) : "503";
            }
            exchange.sendResponseHeaders(Integer.parseInt(answer), -1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the topology ends; the client gets no answer
        }
    }

    private boolean isAuthorized(HttpExchange exchange) {
        String given = exchange.getRequestHeaders().getFirst("Authorization");
        return given != null
                && MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), authorization);
    }

    private String process(byte[] body) throws InterruptedException {
        try {
            Message message =
                    new Message(
                            new Position("http:" + port, next.getAndIncrement(), 0),
                            decoder.decode(body),
                            new CountDownLatch(1));
            arrived.add(message);
            return message.end.await(LIMIT_S, TimeUnit.SECONDS) ? "200" : "504";
        } catch (BadRecordException e) {
            return "400"; // the client has it, and knows
        } finally {
            room.release();
        }
    }

    @Override
    public List<Incoming> poll() {
        List<Incoming> messages = new ArrayList<>();
        for (Message each = arrived.poll(); each != null; each = arrived.poll()) {
            messages.add(each);
        }
        return messages;
    }

    @Override
    public void done(Incoming message) {
        ((Message) message).end.countDown();
    }

    @Override
    public void commit() {
        // Answers are given at once.
    }

    @Override
    public void close() {
        HttpServer open = server;
        server = null;
        if (open != null) {
            open.stop(0);
        }
        ExecutorService pool = threads;
        threads = null;
        if (pool != null) {
            pool.shutdownNow();
        }
    }

    private record Message(Position position, List<Object> values, CountDownLatch end)
            implements Incoming {
        @Override
        public String text() {
            return String.valueOf(values);
        }
    }
}
