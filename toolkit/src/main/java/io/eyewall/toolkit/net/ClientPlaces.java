package io.eyewall.toolkit.net;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clients that are served at a time. When all places are taken and another waits, the one that
 * has sent nothing for longest is sent away, if that is longer than a limit.
 */
final class ClientPlaces {
    private static final Logger LOG = LoggerFactory.getLogger(ClientPlaces.class);
    private static final long LOOK_MS = 100;
    private static final long BETWEEN_WARNINGS_NS = TimeUnit.MINUTES.toNanos(1);

    private final String name;
    private final int places;
    private final Duration idleLimit;
    private final Semaphore free;
    private final Set<Client> served = ConcurrentHashMap.newKeySet();
    private long warnAtNs = System.nanoTime();

    /**
     * @param name for the log
     */
    ClientPlaces(String name, int places, Duration idleLimit) {
        this.name = name;
        this.places = places;
        this.idleLimit = idleLimit;
        free = new Semaphore(places);
    }

    /** Waits for a place; for one thread. */
    Client take(Socket socket) throws InterruptedException, IOException {
        if (!free.tryAcquire()) {
            waitForPlace();
        }
        try {
            Client client = new Client(socket);
            served.add(client);
            return client;
        } catch (IOException e) {
            free.release();
            throw e;
        }
    }

    private void waitForPlace() throws InterruptedException {
        warn("another waits until one of these goes, or has sent nothing for " + idleLimit);
        while (!free.tryAcquire(LOOK_MS, TimeUnit.MILLISECONDS)) {
            long nowNs = System.nanoTime();
            Optional<Client> quietest =
                    served.stream().max(Comparator.comparingLong(client -> client.idleNs(nowNs)));
            if (quietest.isPresent() && quietest.get().idleNs(nowNs) > idleLimit.toNanos()) {
                quietest.get().sendAway();
                free.acquire(); // its thread sees the end of the connection, and leaves
                return;
            }
        }
    }

    private void warn(String what) {
        long nowNs = System.nanoTime();
        if (nowNs - warnAtNs >= 0) {
            warnAtNs = nowNs + BETWEEN_WARNINGS_NS;
            LOG.warn("{} serves {} clients, the most at a time: {}", name, places, what);
        }
    }

    /** One that has a place, until it is closed. */
    final class Client implements AutoCloseable {
        private final Socket socket;
        private final InputStream in;

        /** Since when its thread waits for it; {@link Long#MAX_VALUE}: it does not. */
        private volatile long waitsSinceNs = Long.MAX_VALUE;

        private Client(Socket socket) throws IOException {
            this.socket = socket;
            InputStream raw = socket.getInputStream();
            in =
                    new FilterInputStream(raw) {
                        @Override
                        public int read() throws IOException {
                            byte[] one = new byte[1];
                            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
                        }

                        @Override
                        public int read(byte[] bytes, int offset, int length) throws IOException {
                            waitsSinceNs = System.nanoTime();
                            try {
                                return raw.read(bytes, offset, length);
                            } finally {
                                waitsSinceNs = Long.MAX_VALUE;
                            }
                        }
                    };
        }

        /** What it sends. */
        InputStream in() {
            return in;
        }

        private long idleNs(long nowNs) {
            long sinceNs = waitsSinceNs;
            return sinceNs == Long.MAX_VALUE ? 0 : nowNs - sinceNs;
        }

        private void sendAway() {
            warn("the quietest, " + socket.getRemoteSocketAddress() + ", gives way to another");
            try {
                socket.close();
            } catch (IOException e) {
                // It was only read.
            }
        }

        @Override
        public void close() throws IOException {
            if (served.remove(this)) {
                free.release();
            }
            socket.close();
        }
    }
}
