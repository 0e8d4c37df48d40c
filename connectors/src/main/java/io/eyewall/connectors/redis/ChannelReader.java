package io.eyewall.connectors.redis;

import io.eyewall.toolkit.failure.Tally;
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
 * Listens to channels on a thread of its own, {@code eyewall-redis-channels}, which hands messages
 * over by a bounded queue. Where nothing is published a server that is gone without a word looks
 * like one that is there: a second thread, {@code eyewall-redis-ping}, asks it.
 */
final class ChannelReader implements SourceReader {
    private static final Logger LOG = LoggerFactory.getLogger(ChannelReader.class);
    private static final int WAITING = 10_000;
    private static final int AT_ONCE = 1000;
    private static final int LIMIT_MS = 10_000;

    private final RedisConnection connection;
    private final String[] channels;
    private final Decoder decoder;
    private final int limitMs;
    private final BlockingQueue<RedisMessage> waiting = new ArrayBlockingQueue<>(WAITING);
    private final AtomicLong next = new AtomicLong();
    private final Tally drops = new Tally();
    private @Nullable Listener listener;

    ChannelReader(String uri, String[] channels, Decoder decoder) {
        this(uri, channels, decoder, LIMIT_MS);
    }

    /**
     * @param limitMs a server that says nothing for so long, though it is asked, is gone
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
        waiting.drainTo(messages, AT_ONCE);
        if (messages.isEmpty() && listener != null) {
            listener.throwFailure();
        }
        tell(drops.add(0));
        return messages;
    }

    private void tell(long dropped) {
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
        // Nobody has it any more.
    }

    @Override
    public void commit() {
        // There is nothing to tell.
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

    /** One connection. What becomes of it when there is another by then is nobody's concern. */
    private final class Listener extends BinaryJedisPubSub {
        private final Jedis redis;
        private final CountDownLatch subscribed = new CountDownLatch(channels.length);
        private final CountDownLatch closed = new CountDownLatch(1);
        private volatile @Nullable Exception failure;

        Listener(Jedis redis) {
            this.redis = redis;
        }

        /** Returns when it listens to all channels. */
        void start() throws Exception {
            daemon(this::listen, "eyewall-redis-channels");
            if (!subscribed.await(limitMs, TimeUnit.MILLISECONDS)) {
                throw new IOException("Redis does not subscribe within " + limitMs + " ms");
            }
            throwFailure();
            daemon(this::askAgainAndAgain, "eyewall-redis-ping");
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
                failure = e; // the spout's thread throws it
            } finally {
                closed.countDown();
                while (subscribed.getCount() > 0) {
                    subscribed.countDown();
                }
            }
        }

        private void askAgainAndAgain() {
            try {
                while (!closed.await(limitMs / 3, TimeUnit.MILLISECONDS)) {
                    ping();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException e) {
                LOG.debug("can't ask Redis; who listens to it finds out, too", e);
            }
        }

        /** On the listening thread. */
        @Override
        public void onSubscribe(byte[] channel, int subscribedChannels) {
            redis.getConnection().setSoTimeout(limitMs); // Jedis has just set it to infinite
            subscribed.countDown();
        }

        /** On the listening thread. */
        @Override
        public void onMessage(byte[] channel, byte[] message) {
            Position position =
                    new Position(
                            new String(channel, StandardCharsets.UTF_8), next.getAndIncrement(), 0);
            if (!waiting.offer(new RedisMessage(position, message, decoder))) {
                tell(drops.add(1));
            }
        }
    }
}
