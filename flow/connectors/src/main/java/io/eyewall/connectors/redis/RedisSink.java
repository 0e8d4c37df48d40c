package io.eyewall.connectors.redis;

import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.operator.Fn;
import io.eyewall.toolkit.sink.SinkBolt;
import io.eyewall.toolkit.sink.SinkBuilder;
import io.eyewall.toolkit.sink.SinkOptions;
import java.util.Map;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.params.XAddParams;

/**
 * Builds a bolt that writes to a list, a stream, a channel or a hash, at least once; batches are
 * pipelined.
 */
public final class RedisSink extends SinkBuilder<RedisSink> {
    private final String uri;
    private RedisCommand command;

    /** The command that deletes; null: only a field of a hash can be deleted. */
    private final @Nullable RedisCommand deletion;

    private RedisSink(String uri, RedisCommand command) {
        this(uri, command, null);
    }

    private RedisSink(String uri, RedisCommand command, @Nullable RedisCommand deletion) {
        super(SinkOptions.DEFAULT);
        this.uri = uri;
        this.command = command;
        this.deletion = deletion;
    }

    /**
     * Appends to a list.
     *
     * @param uri {@code redis://[user:password@]host:port[/database]}, {@code rediss} for TLS
     */
    public static RedisSink list(String uri, String key, Encoder value) {
        return new RedisSink(
                uri,
                tuple -> {
                    byte[] element = value.encode(tuple);
                    return pipeline -> pipeline.rpush(RedisConnection.toBytes(key), element);
                });
    }

    /** Adds to a stream, as an entry with one field. */
    public static RedisSink stream(String uri, String key, String field, Encoder value) {
        return new RedisSink(
                uri,
                tuple -> {
                    Map<byte[], byte[]> entry =
                            Map.of(RedisConnection.toBytes(field), value.encode(tuple));
                    return pipeline ->
                            pipeline.xadd(
                                    RedisConnection.toBytes(key), XAddParams.xAddParams(), entry);
                });
    }

    /** Publishes to a channel; only current subscribers receive the message. */
    public static RedisSink channel(String uri, String channel, Encoder value) {
        return new RedisSink(
                uri,
                tuple -> {
                    byte[] message = value.encode(tuple);
                    return pipeline -> pipeline.publish(RedisConnection.toBytes(channel), message);
                });
    }

    /** Sets a field of a hash; writing twice has the same effect as once. */
    public static RedisSink hash(String uri, String key, Encoder field, Encoder value) {
        return new RedisSink(
                uri,
                tuple -> {
                    byte[] name = field.encode(tuple);
                    byte[] content = value.encode(tuple);
                    return pipeline -> pipeline.hset(RedisConnection.toBytes(key), name, content);
                },
                tuple -> {
                    byte[] name = field.encode(tuple);
                    return pipeline -> pipeline.hdel(RedisConnection.toBytes(key), name);
                });
    }

    /**
     * Makes tuples for which a condition holds delete their field of the hash.
     *
     * @param condition reads a tuple
     */
    public RedisSink deleteIf(Fn.Is<Tuple> condition) {
        if (deletion == null) {
            throw new IllegalStateException("deleteIf needs a hash");
        }
        RedisCommand set = command;
        RedisCommand delete = deletion;
        command = tuple -> (condition.test(tuple) ? delete : set).encode(tuple);
        return this;
    }

    @Override
    protected RedisSink self() {
        return this;
    }

    /** Returns the bolt. */
    public SinkBolt build() {
        // Local copies, as the serialized factory must not capture this builder.
        String server = uri;
        RedisCommand tupleCommand = command;
        return bolt(
                (task, tasks, conf) -> new RedisWriter(new RedisConnection(server), tupleCommand));
    }

    /** The write of one tuple, which is not sent yet. */
    @FunctionalInterface
    interface PendingWrite {
        /** Adds the write to a pipeline, and returns the response, which follows later. */
        redis.clients.jedis.Response<?> addTo(Pipeline pipeline);
    }

    /** Encodes each tuple as a write. */
    @FunctionalInterface
    interface RedisCommand extends java.io.Serializable {
        /** Encodes a tuple. A bad tuple fails here, before any tuple of its batch is written. */
        PendingWrite encode(Tuple tuple) throws io.eyewall.toolkit.failure.BadRecordException;
    }
}
