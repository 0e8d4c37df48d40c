package io.eyewall.connectors.redis;

import io.eyewall.toolkit.failure.ThrottledCount;
import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.SourceReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.BinaryJedisPubSub;
import redis.clients.jedis.Jedis;

/**
 * Subscribes to channels on a thread named {@code eyewall-redis-channels}, which passes messages to
 * the spout's thread through a bounded queue. While nothing is published, a server that vanished
 * cannot be told from an idle one, so a second thread, {@code eyewall-redis-ping}, pings the
 * server.
 */
final class ChannelReader implements SourceReader {
    private static final Logger LOG = LoggerFactory.getLogger(ChannelReader.class);
    private static final int MAX_QUEUED = 10_000;
    private static final int MAX_PER_POLL = 1000;
    private static final int DEFAULT_SILENCE_LIMIT_MS = 10_000;

    private final RedisConnection connection;
    private final String[] channels;
    private final Decoder decoder;
    private final int silenceLimitMs;
    private final BlockingQueue<RedisMessage> arrived = new ArrayBlockingQueue<>(MAX_QUEUED);
    private final AtomicLong nextNumber = new AtomicLong();
    private final ThrottledCount drops = new ThrottledCount();
    private @Nullable Listener listener;

    ChannelReader(String uri, String[] channels, Decoder decoder) {
        this(uri, channels, decoder, DEFAULT_SILENCE_LIMIT_MS);
    }

    /**
     * @param silenceLimitMs the time after which the server is considered lost if it has sent
     *     nothing, not even the response to a ping
     */
    ChannelReader(String uri, String[] channels, Decoder decoder, int silenceLimitMs) {
        this.connection = new RedisConnection(uri);
        this.channels = channels;
        this.decoder = decoder;
        this.silenceLimitMs = silenceLimitMs;
    }

    @Override
    public void open() throws Exception {
        Listener newListener = new Listener(connection.open());
        listener = newListener;
        newListener.start();
    }

    @Override
    public List<Incoming> poll() throws Exception {
        List<Incoming> messages = new ArrayList<>();
        arrived.drainTo(messages, MAX_PER_POLL);
        if (messages.isEmpty() && listener != null) {
            listener.throwIfFailed();
        }
        logDrops(drops.add(0));
        return messages;
    }

    private void logDrops(long dropped) {
        if (dropped > 0) {
            LOG.warn(
                    "{} messages of {} were dropped: {} are waiting for the topology",
                    dropped,
                    List.of(channels),
                    MAX_QUEUED);
        }
    }

    @Override
    public void done(Incoming message) {
        // Redis does not keep publications.
    }

    @Override
    public void commit() {
        // There is nothing to acknowledge.
    }

    @Override
    public void close() {
        Listener current = listener;
        listener = null;
        if (current != null) {
            current.closed.countDown();
        }
        connection.close(); // ends both threads
    }

    /**
     * The subscription of one connection. Each connection has its own, so that a failure of an
     * earlier connection is not taken for one of the current connection.
     */
    private final class Listener extends BinaryJedisPubSub {
        private final Jedis redis;
        private final CountDownLatch subscribed = new CountDownLatch(channels.length);
        private final CountDownLatch closed = new CountDownLatch(1);
        private volatile @Nullable Exception failure;

        Listener(Jedis redis) {
            this.redis = redis;
        }

        /** Starts the threads and returns when all channels are subscribed. */
        void start() throws Exception {
            startDaemon(this::listen, "eyewall-redis-channels");
            if (!subscribed.await(silenceLimitMs, TimeUnit.MILLISECONDS)) {
                throw new IOException(
                        "Redis did not confirm the subscription within " + silenceLimitMs + " ms");
            }
            throwIfFailed();
            startDaemon(this::pingPeriodically, "eyewall-redis-ping");
        }

        private static void startDaemon(Runnable command, String name) {
            Thread thread = new Thread(command, name);
            thread.setDaemon(true);
            thread.start();
        }

        void throwIfFailed() throws Exception {
            Exception thrown = failure;
            if (thrown != null) {
                throw thrown;
            }
        }

        /** Subscribes, and receives messages until the connection ends. */
        private void listen() {
            byte[][] names = new byte[channels.length][];
            for (int i = 0; i < channels.length; i++) {
                names[i] = RedisConnection.toBytes(channels[i]);
            }
            try {
                redis.subscribe(this, names);
            } catch (RuntimeException e) {
                failure = e; // thrown later on the spout's thread
            } finally {
                closed.countDown();
                while (subscribed.getCount() > 0) {
                    subscribed.countDown();
                }
            }
        }

        private void pingPeriodically() {
            try {
                // Pings three times within the limit.
                while (!closed.await(silenceLimitMs / 3, TimeUnit.MILLISECONDS)) {
                    ping();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException e) {
                LOG.debug("could not ping Redis; the listening thread will notice, too", e);
            }
        }

        /** Called on the listening thread. */
        @Override
        public void onSubscribe(byte[] channel, int subscribedChannels) {
            redis.getConnection().setSoTimeout(silenceLimitMs); // Jedis has just set it to infinite
            subscribed.countDown();
        }

        /** Called on the listening thread. */
        @Override
        public void onMessage(byte[] channel, byte[] message) {
            Position position =
                    new Position(
                            new String(channel, StandardCharsets.UTF_8),
                            nextNumber.getAndIncrement(),
                            0);
            if (!arrived.offer(new RedisMessage(position, message, decoder))) {
                logDrops(drops.add(1));
            }
        }
    }
}
