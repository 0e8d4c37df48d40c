package io.eyewall.connectors.redis;

import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.SourceReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.args.ListDirection;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Moves elements from a list to a second list of this task, and deletes them there when they are
 * done. Elements that a task finds in its second list when it starts were taken by an earlier
 * process, and are moved back. The set {@code KEY:takers} contains all tasks that ever took
 * elements.
 */
final class ListReader implements SourceReader {
    private static final int MAX_PER_POLL = 100;
    private static final long BACK_OFF_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final RedisConnection connection;
    private final String key;
    private final Decoder decoder;
    private final boolean untilEnd;
    private final int task;
    private final int tasks;

    private final Map<Position, byte[]> taken = new HashMap<>();
    private final List<byte[]> done = new ArrayList<>();
    private boolean recovered;
    private long nextPollAtNs;
    private boolean ended;
    private long next;

    ListReader(
            RedisConnection connection,
            String key,
            Decoder decoder,
            boolean untilEnd,
            int task,
            int tasks) {
        this.connection = connection;
        this.key = key;
        this.decoder = decoder;
        this.untilEnd = untilEnd;
        this.task = task;
        this.tasks = tasks;
        nextPollAtNs = Time.nanoTime();
    }

    private String takenBy(int taker) {
        return key + ":taken:" + taker;
    }

    @Override
    public void open() {
        Jedis redis = connection.open();
        try {
            if (!recovered) {
                recover(redis);
                recovered = true;
            } else {
                resume(redis);
            }
        } catch (JedisDataException e) {
            throw connection.refused(e);
        }
    }

    private void recover(Jedis redis) {
        redis.sadd(key + ":takers", String.valueOf(task));
        for (String taker : redis.smembers(key + ":takers")) {
            int index = Integer.parseInt(taker);
            if (index % tasks == task) {
                while (redis.lmove(takenBy(index), key, ListDirection.RIGHT, ListDirection.LEFT)
                        != null) {
                    // back to the end that elements are taken from
                }
            }
        }
    }

    /**
     * Restores the state after a lost connection, when the outcome of the last calls is unknown.
     * The second list tells: elements in it that are neither in flight nor done were taken without
     * this reader receiving them, and are moved back; done elements that it lacks are deleted
     * already.
     */
    private void resume(Jedis redis) {
        Map<String, Integer> beyond = new HashMap<>();
        byte[] mine = RedisConnection.bytes(takenBy(task));
        redis.lrange(mine, 0, -1).forEach(value -> beyond.merge(hex(value), 1, Integer::sum));
        taken.values().forEach(value -> beyond.merge(hex(value), -1, Integer::sum));
        done.removeIf(value -> beyond.merge(hex(value), -1, Integer::sum) < 0);
        byte[] list = RedisConnection.bytes(key);
        beyond.forEach(
                (element, count) -> {
                    byte[] bytes = HexFormat.of().parseHex(element);
                    for (int i = 0; i < count; i++) {
                        try (Transaction both = redis.multi()) {
                            both.lrem(mine, -1, bytes);
                            both.lpush(list, bytes);
                            both.exec();
                        }
                    }
                });
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Override
    public List<Incoming> poll() {
        if (Time.nanoTime() - nextPollAtNs < 0) {
            return List.of();
        }
        Jedis redis = connection.get();
        byte[] from = RedisConnection.bytes(key);
        byte[] to = RedisConnection.bytes(takenBy(task));
        List<Response<byte @Nullable []>> moves = new ArrayList<>();
        int atOnce = waiting(redis, from);
        try (Pipeline pipeline = redis.pipelined()) {
            for (int i = 0; i < atOnce; i++) {
                moves.add(pipeline.lmove(from, to, ListDirection.LEFT, ListDirection.RIGHT));
            }
            pipeline.sync();
        }
        List<Incoming> messages = new ArrayList<>();
        JedisDataException refused = null;
        for (Response<byte @Nullable []> move : moves) {
            try {
                byte[] element = move.get();
                if (element != null) {
                    Position position = new Position(takenBy(task), next++, 0);
                    taken.put(position, element);
                    messages.add(new RedisMessage(position, element, decoder));
                }
            } catch (JedisDataException e) {
                // Other elements may have been taken before, for example if Redis is out of memory.
                refused = e;
            }
        }
        if (!messages.isEmpty()) {
            return messages;
        }
        if (refused != null) {
            throw connection.refused(refused);
        }
        nextPollAtNs = Time.nanoTime() + BACK_OFF_NS;
        ended = untilEnd;
        return messages;
    }

    private int waiting(Jedis redis, byte[] list) {
        try {
            return (int) Math.min(MAX_PER_POLL, redis.llen(list));
        } catch (JedisDataException e) {
            throw connection.refused(e);
        }
    }

    @Override
    public boolean ended() {
        return ended;
    }

    @Override
    public void done(Incoming message) {
        byte[] element = taken.remove(message.position());
        if (element != null) {
            done.add(element);
        }
    }

    @Override
    public void commit() {
        if (done.isEmpty()) {
            return;
        }
        byte[] from = RedisConnection.bytes(takenBy(task));
        List<Response<Long>> removals = new ArrayList<>();
        try (Pipeline pipeline = connection.get().pipelined()) {
            for (byte[] element : done) {
                removals.add(pipeline.lrem(from, 1, element));
            }
            pipeline.sync();
        }
        List<byte[]> left = new ArrayList<>();
        JedisDataException refused = null;
        for (int i = 0; i < removals.size(); i++) {
            try {
                removals.get(i).get();
            } catch (JedisDataException e) {
                refused = e;
                left.add(done.get(i));
            }
        }
        done.clear();
        done.addAll(left);
        if (refused != null) {
            throw connection.refused(refused);
        }
    }

    @Override
    public void close() {
        connection.close();
    }
}
