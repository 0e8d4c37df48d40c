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
    private static final int LIMIT_MS = 10_000;

    private final URI uri;
    private @Nullable Jedis jedis;

    /**
     * @param uri {@code redis://[user:password@]host:port[/database]}, {@code rediss} for TLS
     */
    RedisConnection(String uri) {
        this.uri = URI.create(uri);
    }

    Jedis open() {
        Jedis made = new Jedis(uri, LIMIT_MS);
        jedis = made;
        try {
            made.ping();
        } catch (JedisDataException e) {
            throw refused(e);
        }
        return made;
    }

    Jedis get() {
        Jedis open = jedis;
        if (open == null) {
            throw new IllegalStateException("not open");
        }
        return open;
    }

    /**
     * Classifies an error response: most are configuration errors, which do not go away by
     * themselves.
     */
    RuntimeException refused(JedisDataException e) {
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
        return e; // LOADING, OOM, READONLY, MASTERDOWN, BUSY, ...
    }

    void close() {
        Jedis open = jedis;
        jedis = null;
        if (open != null) {
            open.close();
        }
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
