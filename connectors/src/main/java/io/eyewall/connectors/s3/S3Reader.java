package io.eyewall.connectors.s3;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.file.FileFormat;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.SourceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/** One task's share of the objects. Reads one at a time, through a temporary file. */
final class S3Reader implements SourceReader {
    private static final int AT_ONCE = 1000;

    private final S3Listing listing;
    private final int task;
    private final int tasks;

    /** Objects that are read, whole or in part, and not done, in their order. */
    private final Deque<Reading> unfinished = new ArrayDeque<>();

    private final Deque<String> toRead = new ArrayDeque<>();

    private @Nullable S3Client client;

    /** The last object that was begun; all before it were. */
    private String lastKey = "";

    private boolean started;

    /** The last object up to which all are done, as it is kept. */
    private String committed = "";

    private long listAtNs;
    private boolean ended;

    /** The object that is open now, if any. */
    private @Nullable Reading current;

    S3Reader(S3Listing listing, int task, int tasks) {
        this.listing = listing;
        this.task = task;
        this.tasks = tasks;
        listAtNs = Time.nanoTime();
    }

    @Override
    public void open() {
        S3Client made = listing.bucket().connect();
        client = made;
        try {
            if (!started) {
                committed = readPlace(made);
                lastKey = committed;
                started = true;
            }
        } catch (S3Exception e) {
            throw S3Failures.of(e, listing.bucket());
        }
        listAtNs = Time.nanoTime();
    }

    /** Of this task; else, for a new number of tasks, the least of all that there are. */
    private String readPlace(S3Client open) {
        String mine = place(task);
        String least = null;
        for (S3Object object :
                open.listObjectsV2Paginator(
                                request ->
                                        request.bucket(listing.bucket().bucket())
                                                .prefix(listing.places()))
                        .contents()) {
            String key = read(open, object.key());
            if (object.key().equals(mine)) {
                return key;
            }
            least = least == null || key.compareTo(least) < 0 ? key : least;
        }
        return least == null ? "" : least;
    }

    private String place(int index) {
        return listing.places() + index + "-of-" + tasks;
    }

    private String read(S3Client open, String key) {
        return open.getObjectAsBytes(request -> request.bucket(listing.bucket().bucket()).key(key))
                .asUtf8String();
    }

    @Override
    public List<Incoming> poll() throws Exception {
        S3Client open = client;
        if (open == null) {
            throw new IllegalStateException("not open");
        }
        try {
            Reading reading = current;
            if (reading == null) {
                reading = begin(open);
                current = reading;
            }
            if (reading == null) {
                return List.of();
            }
            List<Incoming> messages = reading.next();
            if (reading.isRead()) {
                current = null;
            }
            return messages;
        } catch (S3Exception e) {
            throw S3Failures.of(e, listing.bucket());
        }
    }

    private @Nullable Reading begin(S3Client open) throws IOException {
        if (toRead.isEmpty() && Time.nanoTime() - listAtNs >= 0) {
            list(open);
        }
        String key = toRead.peek();
        if (key == null) {
            return null;
        }
        Path file = Files.createTempFile("eyewall-s3-", listing.format().suffix());
        boolean read = false;
        try (var object =
                open.getObject(request -> request.bucket(listing.bucket().bucket()).key(key))) {
            Files.copy(object, file, StandardCopyOption.REPLACE_EXISTING);
            read = true;
        } catch (NoSuchKeyException e) {
            Files.deleteIfExists(file); // it was deleted since
            toRead.remove();
            lastKey = key;
            return null;
        } finally {
            if (!read) {
                Files.deleteIfExists(file);
            }
        }
        toRead.remove();
        lastKey = key;
        Reading reading = new Reading(key, file, listing);
        unfinished.add(reading);
        return reading;
    }

    private void list(S3Client open) {
        String after = lastKey;
        for (S3Object object :
                open.listObjectsV2Paginator(
                                request ->
                                        request.bucket(listing.bucket().bucket())
                                                .prefix(listing.prefix())
                                                .startAfter(after))
                        .contents()) {
            String key = object.key();
            if (!listing.isPlace(key)
                    && key.compareTo(after) > 0
                    && Math.floorMod(key.hashCode(), tasks) == task) {
                toRead.add(key);
            }
        }
        listAtNs = Time.nanoTime() + listing.pollEveryNs();
        ended = listing.untilEnd() && toRead.isEmpty();
    }

    @Override
    public boolean ended() {
        return ended && current == null;
    }

    @Override
    public void done(Incoming message) {
        Rec mine = (Rec) message;
        mine.reading.unfinished.remove(mine.position.offset());
    }

    @Override
    public void commit() {
        String done = committed;
        while (!unfinished.isEmpty() && unfinished.element().isDone()) {
            done = unfinished.remove().key;
        }
        S3Client open = client;
        if (open == null || done.equals(committed)) {
            return;
        }
        String text = done;
        try {
            open.putObject(
                    request -> request.bucket(listing.bucket().bucket()).key(place(task)),
                    RequestBody.fromString(text));
            committed = text;
        } catch (S3Exception e) {
            throw S3Failures.of(e, listing.bucket());
        }
    }

    @Override
    public void close() {
        S3Client open = client;
        client = null;
        if (open != null) {
            open.close();
        }
    }

    /** An object that is being read. */
    private static final class Reading {
        private final String key;
        private final Path file;
        private final S3Listing listing;
        private final Set<Long> unfinished = new HashSet<>();
        private FileFormat.@Nullable Records records;
        private long next;
        private boolean read;

        Reading(String key, Path file, S3Listing listing) {
            this.key = key;
            this.file = file;
            this.listing = listing;
        }

        /** Some records; what can't be read is a record that is none. */
        List<Incoming> next() throws IOException {
            List<Incoming> messages = new ArrayList<>();
            try {
                FileFormat.Records open = records;
                if (open == null) {
                    open = listing.format().read(file);
                    records = open;
                }
                while (!read && messages.size() < AT_ONCE) {
                    try {
                        List<Object> values = open.next();
                        if (values == null) {
                            end();
                        } else {
                            messages.add(message(values, null));
                        }
                    } catch (BadRecordException e) {
                        messages.add(message(List.of(), e));
                    }
                }
            } catch (IOException e) {
                messages.add(
                        message(List.of(), new BadRecordException("the rest can't be read", e)));
                end();
            }
            return messages;
        }

        private Incoming message(List<Object> values, @Nullable BadRecordException bad) {
            Position position = new Position(listing.bucket().bucket() + "/" + key, next++, 0);
            unfinished.add(position.offset());
            return new Rec(this, position, values, bad);
        }

        private void end() throws IOException {
            read = true;
            try {
                if (records != null) {
                    records.close();
                }
            } finally {
                Files.deleteIfExists(file);
            }
        }

        boolean isRead() {
            return read;
        }

        boolean isDone() {
            return read && unfinished.isEmpty();
        }
    }

    private static final class Rec implements Incoming {
        private final Reading reading;
        private final Position position;
        private final List<Object> values;
        private final @Nullable BadRecordException bad;

        Rec(
                Reading reading,
                Position position,
                List<Object> values,
                @Nullable BadRecordException bad) {
            this.reading = reading;
            this.position = position;
            this.values = values;
            this.bad = bad;
        }

        @Override
        public Position position() {
            return position;
        }

        @Override
        public List<Object> values() throws BadRecordException {
            if (bad != null) {
                throw bad;
            }
            return values;
        }

        @Override
        public String text() {
            return String.valueOf(values);
        }
    }
}
