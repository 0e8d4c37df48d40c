package io.eyewall.connectors.redis;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.sink.SinkWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisDataException;

/** Writes the batches of one task, each in one pipeline. */
final class RedisWriter implements SinkWriter {
    private final RedisConnection connection;
    private final RedisSink.RedisCommand command;

    RedisWriter(RedisConnection connection, RedisSink.RedisCommand command) {
        this.connection = connection;
        this.command = command;
    }

    @Override
    public void open() {
        connection.open();
    }

    @Override
    public int write(List<Tuple> tuples) throws BadRecordException {
        List<RedisSink.PendingWrite> writes = new ArrayList<>(tuples.size());
        for (Tuple tuple : tuples) {
            // Encodes before the pipeline begins, because closing a pipeline sends its commands
            // even after an exception.
            writes.add(command.encode(tuple));
        }
        List<Response<?>> responses = new ArrayList<>(tuples.size());
        try (Pipeline pipeline = connection.jedis().pipelined()) {
            writes.forEach(write -> responses.add(write.addTo(pipeline)));
            pipeline.sync();
        }
        try {
            responses.forEach(Response::get);
        } catch (JedisDataException e) {
            throw connection.classify(e);
        }
        return tuples.size();
    }

    @Override
    public void close() {
        connection.close();
    }
}
