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
 * Moves elements from a list to a second list of this task, {@code KEY:taken:TASK}, and deletes
 * them there when they are done. Elements that are in the second list when the task starts were
 * taken by an earlier process, and are moved back. The set {@code KEY:takers} contains the numbers
 * of all tasks that ever took elements.
 */
final class ListReader implements SourceReader {
    private static final int MAX_PER_POLL = 100;
    private static final long EMPTY_POLL_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final RedisConnection connection;
    private final String key;
    private final Decoder decoder;
    private final boolean untilEnd;
    private final int task;
    private final int tasks;

    private final Map<Position, byte[]> inFlight = new HashMap<>();

    /** The elements that are done and still in the second list. */
    private final List<byte[]> doneElements = new ArrayList<>();

    private boolean hasRecovered;
    private long nextPollAtNs;
    private boolean ended;
    private long nextNumber; // of the position of the next element

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

    private String takenListOf(int takerTask) {
        return key + ":taken:" + takerTask;
    }

    @Override
    public void open() {
        Jedis redis = connection.open();
        try {
            if (!hasRecovered) {
                recover(redis);
                hasRecovered = true;
            } else {
                resume(redis);
            }
        } catch (JedisDataException e) {
            throw connection.classify(e);
        }
    }

    /**
     * Moves back the elements that earlier processes had taken: of this task, and of this task's
     * share of the tasks that no longer exist.
     */
    private void recover(Jedis redis) {
        redis.sadd(key + ":takers", String.valueOf(task));
        for (String takerTask : redis.smembers(key + ":takers")) {
            int index = Integer.parseInt(takerTask);
            if (index % tasks == task) {
                while (redis.lmove(takenListOf(index), key, ListDirection.RIGHT, ListDirection.LEFT)
                        != null) {
                    // The element is back at the left end, from which elements are taken.
                }
            }
        }
    }

    /**
     * Restores the state after a lost connection, when the outcome of the last calls is unknown, by
     * reading the second list. Elements in it that are neither in flight nor done were moved
     * without this reader receiving them, and are moved back. Done elements that it lacks have been
     * deleted.
     */
    private void resume(Jedis redis) {
        Map<String, Integer> surplus = new HashMap<>();
        byte[] takenList = RedisConnection.toBytes(takenListOf(task));
        redis.lrange(takenList, 0, -1).forEach(value -> surplus.merge(hex(value), 1, Integer::sum));
        inFlight.values().forEach(value -> surplus.merge(hex(value), -1, Integer::sum));
        doneElements.removeIf(value -> surplus.merge(hex(value), -1, Integer::sum) < 0);
        byte[] list = RedisConnection.toBytes(key);
        surplus.forEach(
                (element, count) -> {
                    byte[] bytes = HexFormat.of().parseHex(element);
                    for (int i = 0; i < count; i++) {
                        try (Transaction transaction = redis.multi()) {
                            transaction.lrem(takenList, -1, bytes); // the last occurrence
                            transaction.lpush(list, bytes);
                            transaction.exec();
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
        Jedis redis = connection.jedis();
        byte[] list = RedisConnection.toBytes(key);
        byte[] takenList = RedisConnection.toBytes(takenListOf(task));
        List<Response<byte @Nullable []>> moves = new ArrayList<>();
        int maxToMove = maxToMove(redis, list);
        try (Pipeline pipeline = redis.pipelined()) {
            for (int i = 0; i < maxToMove; i++) {
                moves.add(pipeline.lmove(list, takenList, ListDirection.LEFT, ListDirection.RIGHT));
            }
            pipeline.sync();
        }
        List<Incoming> messages = new ArrayList<>();
        JedisDataException refusal = null;
        for (Response<byte @Nullable []> move : moves) {
            try {
                byte[] element = move.get();
                if (element != null) {
                    Position position = new Position(takenListOf(task), nextNumber++, 0);
                    inFlight.put(position, element);
                    messages.add(new RedisMessage(position, element, decoder));
                }
            } catch (JedisDataException e) {
                // Other elements may have been moved before Redis refused, for example because it
                // is out of memory.
                refusal = e;
            }
        }
        if (!messages.isEmpty()) {
            return messages;
        }
        if (refusal != null) {
            throw connection.classify(refusal);
        }
        nextPollAtNs = Time.nanoTime() + EMPTY_POLL_INTERVAL_NS;
        ended = untilEnd;
        return messages;
    }

    /** Returns how many elements a poll may move now. */
    private int maxToMove(Jedis redis, byte[] list) {
        try {
            return (int) Math.min(MAX_PER_POLL, redis.llen(list));
        } catch (JedisDataException e) {
            throw connection.classify(e);
        }
    }

    @Override
    public boolean ended() {
        return ended;
    }

    @Override
    public void done(Incoming message) {
        byte[] element = inFlight.remove(message.position());
        if (element != null) {
            doneElements.add(element);
        }
    }

    @Override
    public void commit() {
        if (doneElements.isEmpty()) {
            return;
        }
        byte[] takenList = RedisConnection.toBytes(takenListOf(task));
        List<Response<Long>> removals = new ArrayList<>();
        try (Pipeline pipeline = connection.jedis().pipelined()) {
            for (byte[] element : doneElements) {
                removals.add(pipeline.lrem(takenList, 1, element)); // one occurrence
            }
            pipeline.sync();
        }
        List<byte[]> remaining = new ArrayList<>();
        JedisDataException refusal = null;
        for (int i = 0; i < removals.size(); i++) {
            try {
                removals.get(i).get();
            } catch (JedisDataException e) {
                refusal = e;
                remaining.add(doneElements.get(i));
            }
        }
        doneElements.clear();
        doneElements.addAll(remaining);
        if (refusal != null) {
            throw connection.classify(refusal);
        }
    }

    @Override
    public void close() {
        connection.close();
    }
}
