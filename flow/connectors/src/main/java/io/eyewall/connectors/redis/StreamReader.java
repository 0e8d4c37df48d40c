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
    private static final long BACK_OFF_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long CLAIM_EVERY_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long IDLE_MS = TimeUnit.MINUTES.toMillis(1);
    private static final int SEQUENCE_BITS = 20;

    private final RedisConnection connection;
    private final Place place;
    private final Decoder decoder;
    private final boolean untilEnd;
    private final String consumer;

    /** The entries that are done and not acknowledged yet. */
    private final Set<StreamEntryID> done = new LinkedHashSet<>();

    private final Map<Position, StreamEntryID> inFlight = new LinkedHashMap<>();

    /** The id up to which this consumer's pending entries are read; null when all are. */
    private String ownAfter = "0-0";

    private boolean ownRead;
    private boolean ended;
    private long floor;
    private long nextPollAtNs = Time.nanoTime();
    private long claimAtNs;

    /** The stream, its group and the field to decode. */
    record Place(String key, String group, String field) implements java.io.Serializable {}

    StreamReader(
            RedisConnection connection, Place place, Decoder decoder, boolean untilEnd, int task) {
        this.connection = connection;
        this.place = place;
        this.decoder = decoder;
        this.untilEnd = untilEnd;
        consumer = "eyewall-" + task;
        claimAtNs = Time.nanoTime() + CLAIM_EVERY_NS;
    }

    @Override
    public void open() {
        Jedis redis = connection.open();
        try {
            redis.xgroupCreate(place.key(), place.group(), new StreamEntryID(0, 0), true);
        } catch (JedisDataException e) {
            if (!String.valueOf(e.getMessage()).startsWith("BUSYGROUP")) {
                throw connection.refused(e);
            } // otherwise the group exists
        }
        ownAfter = "0-0";
        ownRead = false;
        readFloor(redis);
    }

    /** Updates the floor: entries below the lowest delivered and unacknowledged entry are done. */
    private void readFloor(Jedis redis) {
        StreamPendingSummary pending = redis.xpending(place.key(), place.group());
        if (pending != null && pending.getTotal() > 0) {
            floor = Math.max(floor, offset(pending.getMinId()));
        }
    }

    /**
     * Returns a position's offset in the order of entries: the id's milliseconds, then its sequence
     * number.
     */
    private static long offset(StreamEntryID id) {
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
        Jedis redis = connection.get();
        List<StreamEntryBinary> entries;
        try {
            entries = ownRead ? next(redis) : own(redis);
        } catch (JedisDataException e) {
            throw connection.refused(e);
        }
        List<Incoming> messages = new ArrayList<>();
        for (StreamEntryBinary entry : entries) {
            Position position = new Position(place.key(), offset(entry.getID()), floor);
            if (!done.contains(entry.getID())) {
                inFlight.put(position, entry.getID());
                messages.add(new RedisMessage(position, value(entry), decoder));
            }
        }
        return messages;
    }

    /** Returns the value of the field; null if the entry lacks it or was deleted. */
    private byte @Nullable [] value(StreamEntryBinary entry) {
        Map<byte[], byte[]> fields = entry.getFields();
        if (fields != null) {
            byte[] wanted = RedisConnection.bytes(place.field());
            for (Map.Entry<byte[], byte[]> entryField : fields.entrySet()) {
                if (Arrays.equals(entryField.getKey(), wanted)) {
                    return entryField.getValue();
                }
            }
        }
        return null;
    }

    private List<StreamEntryBinary> own(Jedis redis) {
        List<StreamEntryBinary> entries = read(redis, new StreamEntryID(ownAfter));
        if (entries.isEmpty()) {
            ownRead = true;
            return next(redis);
        }
        ownAfter = entries.get(entries.size() - 1).getID().toString();
        return entries;
    }

    private List<StreamEntryBinary> next(Jedis redis) {
        List<StreamEntryBinary> entries = read(redis, StreamEntryID.XREADGROUP_UNDELIVERED_ENTRY);
        if (entries.isEmpty() && Time.nanoTime() - claimAtNs >= 0) {
            entries = claim(redis);
        }
        if (entries.isEmpty()) {
            nextPollAtNs = Time.nanoTime() + BACK_OFF_NS;
            ended = untilEnd;
        }
        return entries;
    }

    private List<StreamEntryBinary> read(Jedis redis, StreamEntryID after) {
        var streams =
                redis.xreadGroupBinary(
                        RedisConnection.bytes(place.group()),
                        RedisConnection.bytes(consumer),
                        XReadGroupParams.xReadGroupParams().count(MAX_PER_POLL),
                        Map.of(RedisConnection.bytes(place.key()), after));
        return streams == null || streams.isEmpty() ? List.of() : streams.get(0).getValue();
    }

    private List<StreamEntryBinary> claim(Jedis redis) {
        claimAtNs = Time.nanoTime() + CLAIM_EVERY_NS;
        List<StreamEntryBinary> claimed = new ArrayList<>();
        List<Object> response =
                redis.xautoclaim(
                        RedisConnection.bytes(place.key()),
                        RedisConnection.bytes(place.group()),
                        RedisConnection.bytes(consumer),
                        IDLE_MS,
                        RedisConnection.bytes("0-0"),
                        XAutoClaimParams.xAutoClaimParams().count(MAX_PER_POLL));
        for (StreamEntryBinary entry :
                BuilderFactory.STREAM_ENTRY_BINARY_LIST.build(response.get(1))) {
            if (!inFlight.containsValue(entry.getID())) {
                claimed.add(entry); // otherwise it is a slow entry of this task itself
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
            done.add(id);
        }
    }

    @Override
    public void commit() {
        if (done.isEmpty()) {
            return;
        }
        Jedis redis = connection.get();
        try {
            redis.xack(place.key(), place.group(), done.toArray(new StreamEntryID[0]));
            done.clear();
            readFloor(redis);
        } catch (JedisDataException e) {
            throw connection.refused(e);
        }
    }

    @Override
    public void close() {
        connection.close();
    }
}
