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
    private static final int WAITING = 10_000;
    private static final int MAX_PER_POLL = 1000;
    private static final int LIMIT_MS = 10_000;

    private final RedisConnection connection;
    private final String[] channels;
    private final Decoder decoder;
    private final int limitMs;
    private final BlockingQueue<RedisMessage> waiting = new ArrayBlockingQueue<>(WAITING);
    private final AtomicLong next = new AtomicLong();
    private final ThrottledCount drops = new ThrottledCount();
    private @Nullable Listener listener;

    ChannelReader(String uri, String[] channels, Decoder decoder) {
        this(uri, channels, decoder, LIMIT_MS);
    }

    /**
     * @param limitMs the time without any response, pings included, after which the server is
     *     considered lost
     */
    ChannelReader(String uri, String[] channels, Decoder decoder, int limitMs) {
        this.connection = new RedisConnection(uri);
        this.channels = channels;
        this.decoder = decoder;
        this.limitMs = limitMs;
    }

    @Override
    public void open() throws Exception {
        Listener made = new Listener(connection.open());
        listener = made;
        made.start();
    }

    @Override
    public List<Incoming> poll() throws Exception {
        List<Incoming> messages = new ArrayList<>();
        waiting.drainTo(messages, MAX_PER_POLL);
        if (messages.isEmpty() && listener != null) {
            listener.throwFailure();
        }
        logDrops(drops.add(0));
        return messages;
    }

    private void logDrops(long dropped) {
        if (dropped > 0) {
            LOG.warn(
                    "{} messages of {} were dropped: {} wait for the topology",
                    dropped,
                    List.of(channels),
                    WAITING);
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
        Listener open = listener;
        listener = null;
        if (open != null) {
            open.closed.countDown();
        }
        connection.close(); // ends the threads
    }

    /**
     * The subscription of one connection. After a reconnect, failures of an old connection are
     * ignored.
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
            daemon(this::listen, "eyewall-redis-channels");
            if (!subscribed.await(limitMs, TimeUnit.MILLISECONDS)) {
                throw new IOException(
                        "Redis did not confirm the subscription within " + limitMs + " ms");
            }
            throwFailure();
            daemon(this::pingPeriodically, "eyewall-redis-ping");
        }

        private static void daemon(Runnable command, String name) {
            Thread thread = new Thread(command, name);
            thread.setDaemon(true);
            thread.start();
        }

        void throwFailure() throws Exception {
            Exception thrown = failure;
            if (thrown != null) {
                throw thrown;
            }
        }

        private void listen() {
            byte[][] names = new byte[channels.length][];
            for (int i = 0; i < channels.length; i++) {
                names[i] = RedisConnection.bytes(channels[i]);
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
                while (!closed.await(limitMs / 3, TimeUnit.MILLISECONDS)) {
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
            redis.getConnection().setSoTimeout(limitMs); // Jedis has just set it to infinite
            subscribed.countDown();
        }

        /** Called on the listening thread. */
        @Override
        public void onMessage(byte[] channel, byte[] message) {
            Position position =
                    new Position(
                            new String(channel, StandardCharsets.UTF_8), next.getAndIncrement(), 0);
            if (!waiting.offer(new RedisMessage(position, message, decoder))) {
                logDrops(drops.add(1));
            }
        }
    }
}
