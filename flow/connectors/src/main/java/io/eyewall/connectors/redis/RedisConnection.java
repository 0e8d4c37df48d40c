package io.eyewall.connectors.redis;

import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.ConnectorException.Category;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisDataException;

/** The Redis connection of one task. */
final class RedisConnection {
    private static final int TIMEOUT_MS = 10_000;

    private final URI uri;
    private @Nullable Jedis jedis;

    /**
     * @param uri {@code redis://[user:password@]host:port[/database]}, or {@code rediss://...} for
     *     TLS
     */
    RedisConnection(String uri) {
        this.uri = URI.create(uri);
    }

    /** Connects, and returns the client; a further call connects again. */
    Jedis open() {
        Jedis opened = new Jedis(uri, TIMEOUT_MS);
        jedis = opened;
        try {
            opened.ping();
        } catch (JedisDataException e) {
            throw classify(e);
        }
        return opened;
    }

    /** Returns the client that was opened last. */
    Jedis jedis() {
        Jedis openJedis = jedis;
        if (openJedis == null) {
            throw new IllegalStateException("not open");
        }
        return openJedis;
    }

    /**
     * Returns a ConnectorException for an error response that only a change of the configuration
     * can mend, or the response itself if the call should be retried.
     */
    RuntimeException classify(JedisDataException e) {
        String message = String.valueOf(e.getMessage()).toUpperCase(Locale.ROOT);
        if (e instanceof JedisAccessControlException
                || message.startsWith("WRONGTYPE")
                || message.startsWith("NOAUTH")
                || message.startsWith("WRONGPASS")
                || message.startsWith("NOPERM")
                || message.startsWith("ERR")) {
            return new ConnectorException(
                    Category.CONFIG, "Redis at " + uri.getHost() + ":" + uri.getPort(), e);
        }
        return e; // such as LOADING, OOM, READONLY, MASTERDOWN and BUSY
    }

    void close() {
        Jedis openJedis = jedis;
        jedis = null;
        if (openJedis != null) {
            openJedis.close();
        }
    }

    static byte[] toBytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
