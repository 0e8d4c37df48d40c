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
 * Limits the number of clients that are served at a time. When all places are taken and another
 * client waits, the client that has sent nothing for the longest time is disconnected if that time
 * exceeds a limit. One thread admits clients; each client is read by a separate thread.
 */
final class ClientPlaces {
    private static final Logger LOG = LoggerFactory.getLogger(ClientPlaces.class);
    private static final long CHECK_INTERVAL_MS = 100;
    private static final long WARN_INTERVAL_NS = TimeUnit.MINUTES.toNanos(1);

    private final String name;
    private final int places;
    private final Duration idleLimit;
    private final Semaphore free;
    private final Set<Client> served = ConcurrentHashMap.newKeySet();
    private long warnAtNs = System.nanoTime();

    /**
     * @param name name of the server in log lines
     */
    ClientPlaces(String name, int places, Duration idleLimit) {
        this.name = name;
        this.places = places;
        this.idleLimit = idleLimit;
        free = new Semaphore(places);
    }

    /** Waits for a place and assigns it to a client. Called by one thread only. */
    Client admit(Socket socket) throws InterruptedException, IOException {
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
        warn(
                "another client waits until one of them disconnects or has sent nothing for "
                        + idleLimit);
        while (!free.tryAcquire(CHECK_INTERVAL_MS, TimeUnit.MILLISECONDS)) {
            long nowNs = System.nanoTime();
            Optional<Client> quietest =
                    served.stream().max(Comparator.comparingLong(client -> client.idleNs(nowNs)));
            if (quietest.isPresent() && quietest.get().idleNs(nowNs) > idleLimit.toNanos()) {
                quietest.get().disconnect();
                // The client's thread notices the end of the connection and releases its place.
                free.acquire();
                return;
            }
        }
    }

    private void warn(String reason) {
        long nowNs = System.nanoTime();
        if (nowNs - warnAtNs >= 0) {
            warnAtNs = nowNs + WARN_INTERVAL_NS;
            LOG.warn("{} serves {} clients, which is the maximum: {}", name, places, reason);
        }
    }

    /** A client that holds a place until it is closed. */
    final class Client implements AutoCloseable {
        private final Socket socket;
        private final InputStream in;

        /**
         * The {@code System.nanoTime()} since which the client's thread waits for input, or {@link
         * Long#MAX_VALUE} if it does not wait.
         */
        private volatile long waitsSinceNs = Long.MAX_VALUE;

        private Client(Socket socket) throws IOException {
            this.socket = socket;
            InputStream raw = socket.getInputStream();
            in =
                    new FilterInputStream(raw) {
                        @Override
                        public int read() throws IOException {
                            byte[] single = new byte[1];
                            return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
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

        /** Returns the input from the client. */
        InputStream in() {
            return in;
        }

        private long idleNs(long nowNs) {
            long sinceNs = waitsSinceNs;
            return sinceNs == Long.MAX_VALUE ? 0 : nowNs - sinceNs;
        }

        private void disconnect() {
            warn(
                    "closing the one idle for longest, "
                            + socket.getRemoteSocketAddress()
                            + ", to admit another");
            try {
                socket.close();
            } catch (IOException e) {
                // Nothing is lost: the connection was only read.
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
