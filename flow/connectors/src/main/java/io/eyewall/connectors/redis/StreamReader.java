package io.eyewall.connectors.redis;

import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.SourceReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.XAutoClaimParams;
import redis.clients.jedis.params.XReadGroupParams;
import redis.clients.jedis.resps.StreamEntryBinary;
import redis.clients.jedis.resps.StreamPendingSummary;

/**
 * Reads as one consumer of a group, {@code eyewall-TASK}: first the entries that this consumer
 * received earlier and has not acknowledged, then the undelivered ones.
 */
final class StreamReader implements SourceReader {
    private static final int MAX_PER_POLL = 100;
    private static final long EMPTY_POLL_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long CLAIM_INTERVAL_NS = TimeUnit.SECONDS.toNanos(30);

    /** The time for which another consumer's entry must be unacknowledged before it is claimed. */
    private static final long MIN_IDLE_TO_CLAIM_MS = TimeUnit.MINUTES.toMillis(1);

    /** The number of low bits of a position's offset that hold an id's sequence number. */
    private static final int SEQUENCE_BITS = 20;

    private final RedisConnection connection;
    private final StreamField streamField;
    private final Decoder decoder;
    private final boolean untilEnd;
    private final String consumer;

    /** The entries that are done and not acknowledged to Redis yet. */
    private final Set<StreamEntryID> unacknowledged = new LinkedHashSet<>();

    private final Map<Position, StreamEntryID> inFlight = new LinkedHashMap<>();

    /** The id of the last of this consumer's own pending entries that was read. */
    private String lastOwnId = "0-0";

    /**
     * Whether all of this consumer's own pending entries were read since the last {@link #open}.
     */
    private boolean hasReadOwn;

    private boolean ended;
    private long floor;
    private long nextPollAtNs = Time.nanoTime();
    private long claimAtNs;

    /** A stream, the group that reads it, and the field of its entries to decode. */
    record StreamField(String key, String group, String field) implements java.io.Serializable {}

    StreamReader(
            RedisConnection connection,
            StreamField streamField,
            Decoder decoder,
            boolean untilEnd,
            int task) {
        this.connection = connection;
        this.streamField = streamField;
        this.decoder = decoder;
        this.untilEnd = untilEnd;
        consumer = "eyewall-" + task;
        claimAtNs = Time.nanoTime() + CLAIM_INTERVAL_NS;
    }

    @Override
    public void open() {
        Jedis redis = connection.open();
        try {
            redis.xgroupCreate(
                    streamField.key(), streamField.group(), new StreamEntryID(0, 0), true);
        } catch (JedisDataException e) {
            if (!String.valueOf(e.getMessage()).startsWith("BUSYGROUP")) {
                throw connection.classify(e);
            } // otherwise the group exists
        }
        lastOwnId = "0-0";
        hasReadOwn = false;
        raiseFloor(redis);
    }

    /** Raises the floor to the first entry that was delivered and is not acknowledged. */
    private void raiseFloor(Jedis redis) {
        StreamPendingSummary pending = redis.xpending(streamField.key(), streamField.group());
        if (pending != null && pending.getTotal() > 0) {
            floor = Math.max(floor, offsetOf(pending.getMinId()));
        }
    }

    /**
     * Returns the offset for an entry's id: the id's milliseconds, then its sequence number in the
     * low bits, so that offsets have the order of ids.
     */
    private static long offsetOf(StreamEntryID id) {
        if (id.getSequence() >= 1L << SEQUENCE_BITS) {
            throw new IllegalArgumentException(
                    "entry " + id + ": its sequence number is not below 2^" + SEQUENCE_BITS);
        }
        return id.getTime() << SEQUENCE_BITS | id.getSequence();
    }

    @Override
    public List<Incoming> poll() {
        if (Time.nanoTime() - nextPollAtNs < 0) {
            return List.of();
        }
        Jedis redis = connection.jedis();
        List<StreamEntryBinary> entries;
        try {
            entries = hasReadOwn ? readUndelivered(redis) : readOwn(redis);
        } catch (JedisDataException e) {
            throw connection.classify(e);
        }
        List<Incoming> messages = new ArrayList<>();
        for (StreamEntryBinary entry : entries) {
            Position position = new Position(streamField.key(), offsetOf(entry.getID()), floor);
            if (!unacknowledged.contains(entry.getID())) {
                inFlight.put(position, entry.getID());
                messages.add(new RedisMessage(position, fieldValue(entry), decoder));
            }
        }
        return messages;
    }

    /** Returns the value of the field to decode; null if the entry lacks it or was deleted. */
    private byte @Nullable [] fieldValue(StreamEntryBinary entry) {
        Map<byte[], byte[]> fields = entry.getFields();
        if (fields != null) {
            byte[] fieldName = RedisConnection.toBytes(streamField.field());
            for (Map.Entry<byte[], byte[]> entryField : fields.entrySet()) {
                if (Arrays.equals(entryField.getKey(), fieldName)) {
                    return entryField.getValue();
                }
            }
        }
        return null;
    }

    private List<StreamEntryBinary> readOwn(Jedis redis) {
        List<StreamEntryBinary> entries = readAfter(redis, new StreamEntryID(lastOwnId));
        if (entries.isEmpty()) {
            hasReadOwn = true;
            return readUndelivered(redis);
        }
        lastOwnId = entries.get(entries.size() - 1).getID().toString();
        return entries;
    }

    private List<StreamEntryBinary> readUndelivered(Jedis redis) {
        List<StreamEntryBinary> entries =
                readAfter(redis, StreamEntryID.XREADGROUP_UNDELIVERED_ENTRY);
        if (entries.isEmpty() && Time.nanoTime() - claimAtNs >= 0) {
            entries = claim(redis);
        }
        if (entries.isEmpty()) {
            nextPollAtNs = Time.nanoTime() + EMPTY_POLL_INTERVAL_NS;
            ended = untilEnd;
        }
        return entries;
    }

    private List<StreamEntryBinary> readAfter(Jedis redis, StreamEntryID after) {
        var streams =
                redis.xreadGroupBinary(
                        RedisConnection.toBytes(streamField.group()),
                        RedisConnection.toBytes(consumer),
                        XReadGroupParams.xReadGroupParams().count(MAX_PER_POLL),
                        Map.of(RedisConnection.toBytes(streamField.key()), after));
        return streams == null || streams.isEmpty() ? List.of() : streams.get(0).getValue();
    }

    /** Takes over entries that other consumers have received and left unacknowledged. */
    private List<StreamEntryBinary> claim(Jedis redis) {
        claimAtNs = Time.nanoTime() + CLAIM_INTERVAL_NS;
        List<StreamEntryBinary> claimed = new ArrayList<>();
        List<Object> response =
                redis.xautoclaim(
                        RedisConnection.toBytes(streamField.key()),
                        RedisConnection.toBytes(streamField.group()),
                        RedisConnection.toBytes(consumer),
                        MIN_IDLE_TO_CLAIM_MS,
                        RedisConnection.toBytes("0-0"),
                        XAutoClaimParams.xAutoClaimParams().count(MAX_PER_POLL));
        for (StreamEntryBinary entry :
                BuilderFactory.STREAM_ENTRY_BINARY_LIST.build(response.get(1))) {
            if (!inFlight.containsValue(entry.getID())) {
                claimed.add(entry); // otherwise this task itself has had it in flight for that long
            }
        }
        return claimed;
    }

    @Override
    public boolean ended() {
        return ended;
    }

    @Override
    public void done(Incoming message) {
        StreamEntryID id = inFlight.remove(message.position());
        if (id != null) {
            unacknowledged.add(id);
        }
    }

    @Override
    public void commit() {
        if (unacknowledged.isEmpty()) {
            return;
        }
        Jedis redis = connection.jedis();
        try {
            redis.xack(
                    streamField.key(),
                    streamField.group(),
                    unacknowledged.toArray(new StreamEntryID[0]));
            unacknowledged.clear();
            raiseFloor(redis);
        } catch (JedisDataException e) {
            throw connection.classify(e);
        }
    }

    @Override
    public void close() {
        connection.close();
    }
}
