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
 * Limits the number of clients that are served at a time. When all slots are taken and another
 * client waits, the client that has sent nothing for the longest time is disconnected if that time
 * exceeds a limit. One thread admits clients; each client is read by a separate thread.
 */
final class ClientSlots {
    private static final Logger LOG = LoggerFactory.getLogger(ClientSlots.class);
    private static final long CHECK_INTERVAL_MS = 100;
    private static final long WARN_INTERVAL_NS = TimeUnit.MINUTES.toNanos(1);

    private final String name;
    private final int slots;
    private final Duration idleLimit;
    private final Semaphore freeSlots;
    private final Set<Client> clients = ConcurrentHashMap.newKeySet();
    private final MinuteLimit waitingWarnings = new MinuteLimit();
    private final MinuteLimit closingWarnings = new MinuteLimit();

    /**
     * @param name name of the server in log lines
     */
    ClientSlots(String name, int slots, Duration idleLimit) {
        this.name = name;
        this.slots = slots;
        this.idleLimit = idleLimit;
        freeSlots = new Semaphore(slots);
    }

    /** Waits for a slot and assigns it to a client. Called by one thread only. */
    Client admit(Socket socket) throws InterruptedException, IOException {
        if (!freeSlots.tryAcquire()) {
            waitForSlot();
        }
        try {
            Client client = new Client(socket);
            clients.add(client);
            return client;
        } catch (IOException e) {
            freeSlots.release();
            throw e;
        }
    }

    /** Waits for a slot and takes it; disconnects a client that has been idle for too long. */
    private void waitForSlot() throws InterruptedException {
        warn(
                waitingWarnings,
                "another client waits until one of them disconnects or has sent nothing for "
                        + idleLimit);
        while (!freeSlots.tryAcquire(CHECK_INTERVAL_MS, TimeUnit.MILLISECONDS)) {
            long nowNs = System.nanoTime();
            Optional<Client> quietest =
                    clients.stream().max(Comparator.comparingLong(client -> client.idleNs(nowNs)));
            if (quietest.isPresent() && quietest.get().idleNs(nowNs) > idleLimit.toNanos()) {
                quietest.get().disconnect();
                // The client's thread notices the end of the connection and releases the slot.
                freeSlots.acquire();
                return;
            }
        }
    }

    private void warn(MinuteLimit limit, String reason) {
        if (limit.allows()) {
            LOG.warn("{} serves {} clients, which is the maximum: {}", name, slots, reason);
        }
    }

    /** Allows a warning once per minute. */
    private static final class MinuteLimit {
        private long nextNs = System.nanoTime();

        boolean allows() {
            long nowNs = System.nanoTime();
            boolean allowed = nowNs - nextNs >= 0;
            nextNs = allowed ? nowNs + WARN_INTERVAL_NS : nextNs;
            return allowed;
        }
    }

    /** A client that holds a slot until it is closed. */
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
                            byte[] oneByte = new byte[1];
                            return read(oneByte, 0, 1) < 0 ? -1 : oneByte[0] & 0xff;
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
                    closingWarnings,
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
            if (clients.remove(this)) {
                freeSlots.release();
            }
            socket.close();
        }
    }
}
