package io.eyewall.connectors.redis;

import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.SourceReader;
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
 * Listens to channels on a thread of its own, {@code eyewall-redis-channels}, which hands messages
 * over by a bounded queue.
 */
final class ChannelReader implements SourceReader {
    private static final Logger LOG = LoggerFactory.getLogger(ChannelReader.class);
    private static final int WAITING = 10_000;
    private static final long LIMIT_S = 10;

    private final RedisConnection connection;
    private final String[] channels;
    private final Decoder decoder;
    private final BlockingQueue<RedisMessage> waiting = new ArrayBlockingQueue<>(WAITING);
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private volatile @Nullable Exception failure;

    ChannelReader(String uri, String[] channels, Decoder decoder) {
        this.connection = new RedisConnection(uri);
        this.channels = channels;
        this.decoder = decoder;
    }

    @Override
    public void open() throws Exception {
        Jedis redis = connection.open();
        redis.getConnection().setTimeoutInfinite();
        failure = null;
        CountDownLatch subscribed = new CountDownLatch(channels.length);
        Listener listener = new Listener(subscribed);
        Thread thread =
                new Thread(() -> listen(redis, listener, subscribed), "eyewall-redis-channels");
        thread.setDaemon(true);
        thread.start();
        if (!subscribed.await(LIMIT_S, TimeUnit.SECONDS)) {
            throw new java.io.IOException("Redis does not subscribe within " + LIMIT_S + " s");
        }
        throwFailure();
    }

    private void listen(Jedis redis, Listener listener, CountDownLatch subscribed) {
        byte[][] names = new byte[channels.length][];
        for (int i = 0; i < channels.length; i++) {
            names[i] = RedisConnection.bytes(channels[i]);
        }
        try {
            redis.subscribe(listener, names);
        } catch (RuntimeException e) {
            failure = e; // the spout's thread throws it
        } finally {
            while (subscribed.getCount() > 0) {
                subscribed.countDown();
            }
        }
    }

    private void throwFailure() throws Exception {
        Exception thrown = failure;
        if (thrown != null) {
            throw thrown;
        }
    }

    @Override
    public List<Incoming> poll() throws Exception {
        List<Incoming> messages = new ArrayList<>();
        waiting.drainTo(messages, 1000);
        if (messages.isEmpty()) {
            throwFailure();
        }
        long lost = dropped.getAndSet(0);
        if (lost > 0) {
            LOG.warn("{} messages of {} were dropped: {} wait", lost, List.of(channels), WAITING);
        }
        return messages;
    }

    @Override
    public void done(Incoming message) {
        // Nobody has it any more.
    }

    @Override
    public void commit() {
        // There is nothing to tell.
    }

    @Override
    public void close() {
        connection.close(); // ends the thread
    }

    /** On the listening thread. */
    private final class Listener extends BinaryJedisPubSub {
        private final CountDownLatch subscribed;

        Listener(CountDownLatch subscribed) {
            this.subscribed = subscribed;
        }

        @Override
        public void onMessage(byte[] channel, byte[] message) {
            Position position =
                    new Position(
                            new String(channel, java.nio.charset.StandardCharsets.UTF_8),
                            next.getAndIncrement(),
                            0);
            if (!waiting.offer(new RedisMessage(position, message, decoder))) {
                dropped.incrementAndGet();
            }
        }

        @Override
        public void onSubscribe(byte[] channel, int subscribedChannels) {
            subscribed.countDown();
        }
    }
}
