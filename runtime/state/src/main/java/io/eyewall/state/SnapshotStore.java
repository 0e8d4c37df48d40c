package io.eyewall.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The consistent snapshots of one topology on the local disk: keys and values, of which each
 * snapshot adds what has changed since the one before it.
 *
 * <p>The folder holds the database that is written, {@code live}, and the last two whole snapshots,
 * {@code snapshot-NUMBER}, which are RocksDB checkpoints: databases that share their files.
 * Whatever happens to the process, {@code live} is made anew from the newest snapshot that is
 * undamaged; so {@code live} needs no log of its own. A snapshot is whole once its folder has its
 * name, which RocksDB gives it when all its files have reached the disk.
 *
 * <p>One thread at a time may call, except that any may call {@link #number}.
 */
public final class SnapshotStore implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotStore.class);
    private static final String PREFIX = "snapshot-";
    private static final String DAMAGED = ".damaged";
    private static final String LIVE = "live";
    private static final String LOCK_FILE = "LOCK";
    private static final String END_FILE = "END";
    private static final int KEPT_SNAPSHOTS = 2;
    private static final long WRITE_BUFFER_BYTES = 32L << 20;

    /** The lowest key of owners. */
    static final byte[] FIRST_KEY = {1};

    /** The key of the snapshot's number; owners' keys never begin with a zero byte. */
    private static final byte[] NUMBER_KEY = {0, 'n'};

    /** The key of the name of the series of snapshots, which begins with an empty folder. */
    private static final byte[] LINEAGE_KEY = {0, 'l'};

    private static final byte[] FORMAT_KEY = {0, 'f'};
    private static final byte[] FORMAT = {'1'};

    private final Path folder;
    private final FileChannel lockChannel;

    /** The identity of the locked file; null if the file system has none. */
    private final @Nullable Object lockFileKey;

    private final Options options;

    /** The database that is written; null after it could not be opened again. */
    private @Nullable RocksDB live;

    /** The changes of {@link #amend} since snapshot {@link #number}. */
    private List<Change> amendments = List.of();

    private volatile long number;
    private String lineage = UUID.randomUUID().toString();

    /** The highest number of any snapshot that was ever begun here. */
    private long highestNumber;

    /**
     * A change of one key.
     *
     * @param key key that does not begin with a zero byte
     * @param value new value; null: the key is removed
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Change(byte[] key, byte @Nullable [] value) {}

    private SnapshotStore(Path folder, FileChannel lockChannel) {
        this.folder = folder;
        this.lockChannel = lockChannel;
        lockFileKey = lockFileKey();
        options = createOptions().setCreateIfMissing(true);
        live = openLive();
    }

    /**
     * Opens the snapshots in a folder at the newest one that is undamaged; creates the folder if
     * there is none. A damaged snapshot is kept beside, under another name, and told of in the log.
     *
     * @throws StateException if the folder is in use or not accessible, if all its snapshots are
     *     damaged, or if another version has written them
     */
    public static SnapshotStore open(Path folder) {
        NativeLibrary.load();
        FileChannel channel = lock(folder);
        try {
            return new SnapshotStore(folder, channel);
        } catch (RuntimeException | Error e) {
            closeQuietly(channel);
            throw e;
        }
    }

    private static FileChannel lock(Path folder) {
        try {
            Files.createDirectories(folder);
            FileChannel channel =
                    FileChannel.open(
                            folder.resolve(LOCK_FILE),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
            FileLock lock = null;
            try {
                lock = channel.tryLock();
            } catch (OverlappingFileLockException e) {
                // Another topology of this process has it.
            }
            if (lock == null) {
                closeQuietly(channel);
                throw new StateException(
                        "snapshots in "
                                + folder
                                + " are in use by another topology of the same name; end it first, or"
                                + " use another folder");
            }
            return channel;
        } catch (IOException e) {
            throw inaccessible(folder, e);
        }
    }

    private @Nullable Object lockFileKey() {
        try {
            return Files.readAttributes(folder.resolve(LOCK_FILE), BasicFileAttributes.class)
                    .fileKey();
        } catch (IOException e) {
            throw inaccessible(folder, e);
        }
    }

    /**
     * Returns whether the folder is still locked by this store: not if somebody has deleted it, or
     * its file {@code LOCK}, so that another process may have it.
     */
    public boolean isLocked() {
        try {
            return Objects.equals(lockFileKey, lockFileKey());
        } catch (StateException e) {
            return false;
        }
    }

    private static StateException inaccessible(Path folder, Exception cause) {
        return new StateException(
                "snapshots in %s can't be read or written: %s; make sure that the folder is readable and writable and that its disk is not full"
                        .formatted(folder, cause.getMessage()),
                cause);
    }

    private static void closeQuietly(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("close", e);
        }
    }

    private static Options createOptions() {
        return new Options()
                .setWriteBufferSize(WRITE_BUFFER_BYTES)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setKeepLogFileNum(1);
    }

    // ---- opening -------------------------------------------------------------------------------

    private RocksDB openLive() {
        try {
            Path liveFolder = folder.resolve(LIVE);
            deleteTree(liveFolder);
            List<Path> newestFirst = snapshotFolders(folder);
            highestNumber =
                    newestFirst.isEmpty()
                            ? highestNumber
                            : Math.max(highestNumber, numberOf(newestFirst.get(0)));
            Path usable = newestUndamaged(newestFirst);
            number = usable == null ? 0 : numberOf(usable);
            if (usable != null) {
                linkFiles(usable, liveFolder);
            }
            RocksDB opened = RocksDB.open(options, liveFolder.toString());
            opened.put(FORMAT_KEY, FORMAT);
            byte[] stored = opened.get(LINEAGE_KEY);
            if (stored == null) {
                opened.put(LINEAGE_KEY, lineage.getBytes(StandardCharsets.UTF_8));
            } else {
                lineage = new String(stored, StandardCharsets.UTF_8);
            }
            return opened;
        } catch (IOException | RocksDBException e) {
            throw inaccessible(folder, e);
        }
    }

    /**
     * Returns the folders of whole snapshots, the newest first; damaged ones count by name only.
     */
    static List<Path> snapshotFolders(Path folder) throws IOException {
        try (var entries = Files.list(folder)) {
            return entries.filter(entry -> numberOf(entry) > 0)
                    .sorted(Comparator.comparingLong(SnapshotStore::numberOf).reversed())
                    .toList();
        }
    }

    /** Returns the number in a snapshot's name, whether it is damaged or not; else 0. */
    static long numberOf(Path entry) {
        String name = entry.getFileName().toString().replace(DAMAGED, "");
        if (!name.startsWith(PREFIX)) {
            return 0;
        }
        try {
            return Long.parseLong(name.substring(PREFIX.length()));
        } catch (NumberFormatException e) {
            return 0; // RocksDB's unfinished checkpoint, for instance
        }
    }

    static boolean isDamaged(Path snapshot) {
        return snapshot.toString().endsWith(DAMAGED);
    }

    private @Nullable Path newestUndamaged(List<Path> newestFirst) throws IOException {
        StateException newestDamage = null;
        for (Path snapshot : newestFirst) {
            if (isDamaged(snapshot)) {
                if (newestDamage == null) {
                    newestDamage = new StateException("snapshot " + snapshot + " is damaged");
                }
                continue;
            }
            try {
                verify(snapshot);
                if (newestDamage != null) {
                    LOG.warn(
                            "{}; continuing from snapshot {}, the one before it",
                            newestDamage.getMessage(),
                            numberOf(snapshot));
                }
                return snapshot;
            } catch (RocksDBException e) {
                Path aside = snapshot.resolveSibling(snapshot.getFileName() + DAMAGED);
                Files.move(snapshot, aside);
                StateException damage =
                        new StateException(
                                "snapshot %s is damaged (%s)".formatted(aside, e.getMessage()), e);
                newestDamage = newestDamage == null ? damage : newestDamage;
            }
        }
        if (newestDamage != null) {
            throw new StateException(
                    newestDamage.getMessage()
                            + ", and there is no other; restore a copy of the folder "
                            + folder
                            + ", or move the folder away to start without state",
                    newestDamage.getCause());
        }
        return null;
    }

    /** Reads a whole snapshot and compares all its checksums. */
    private static void verify(Path snapshot) throws RocksDBException {
        try (Options readOptions = createOptions();
                RocksDB database = RocksDB.openReadOnly(readOptions, snapshot.toString())) {
            database.verifyChecksum();
            byte[] format = database.get(FORMAT_KEY);
            if (format != null && !Arrays.equals(format, FORMAT)) {
                throw new StateException(
                        "snapshot "
                                + snapshot
                                + " has format '"
                                + new String(format, StandardCharsets.UTF_8)
                                + "', but this version reads format '1'; use the version that wrote"
                                + " it, or another folder");
            }
            byte[] stored = database.get(NUMBER_KEY);
            if (stored == null || ByteBuffer.wrap(stored).getLong() != numberOf(snapshot)) {
                throw new RocksDBException("its number is missing or not that of its name");
            }
        }
    }

    /** Makes a database that shares the tables of another one, which are never changed. */
    private static void linkFiles(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (var files = Files.list(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(file.getFileName().toString());
                if (file.toString().endsWith(".sst")) {
                    try {
                        Files.createLink(target, file);
                        continue;
                    } catch (UnsupportedOperationException | IOException e) {
                        LOG.debug("{} can't be linked; copying it", file, e);
                    }
                }
                Files.copy(file, target);
            }
        }
    }

    private static void deleteTree(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.delete(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path each, @Nullable IOException e)
                            throws IOException {
                        Files.delete(each);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    // ---- use -----------------------------------------------------------------------------------

    /** Returns the number of the newest whole snapshot; 0 if there is none. */
    public long number() {
        return number;
    }

    /**
     * Returns the name of this series of snapshots: another one for each folder that was empty when
     * its first snapshot was taken.
     */
    public String lineage() {
        return lineage;
    }

    /** Returns the folder of the newest whole snapshot; null if there is none. */
    public @Nullable Path newestFolder() {
        long newest = number;
        return newest == 0 ? null : folder.resolve(PREFIX + newest);
    }

    /**
     * Returns the size of the newest snapshot's files in bytes; 0 if there is none, or it can't be
     * read. Snapshots share files.
     */
    public long newestBytes() {
        Path newest = newestFolder();
        try {
            return newest == null ? 0 : sizeOf(newest);
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("{}: the size is unknown", newest, e);
            return 0;
        }
    }

    /** Returns the time since the newest snapshot became whole, in ms; 0 if there is none. */
    public long newestAgeMs() {
        Path newest = newestFolder();
        try {
            return newest == null
                    ? 0
                    : Math.max(
                            0,
                            System.currentTimeMillis()
                                    - Files.getLastModifiedTime(newest).toMillis());
        } catch (IOException e) {
            throw inaccessible(folder, e);
        }
    }

    static long sizeOf(Path snapshot) throws IOException {
        long bytes = 0;
        try (var files = Files.list(snapshot)) {
            for (Path file : files.toList()) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }

    /** Returns the value of a key as of snapshot {@link #number}; null if it has none. */
    public byte @Nullable [] get(byte[] key) {
        RocksDB database = live == null ? reopen() : live;
        try {
            return database.get(key);
        } catch (RocksDBException e) {
            throw inaccessible(folder, e);
        }
    }

    /** Returns the changes that remove everything, for a snapshot that begins anew. */
    public List<Change> removals() {
        List<Change> removals = new ArrayList<>();
        RocksDB database = live == null ? reopen() : live;
        try (RocksIterator iterator = database.newIterator()) {
            for (iterator.seek(FIRST_KEY); iterator.isValid(); iterator.next()) {
                removals.add(new Change(iterator.key(), null));
            }
            iterator.status();
        } catch (RocksDBException e) {
            throw inaccessible(folder, e);
        }
        return removals;
    }

    /**
     * Copies the newest whole snapshot, under its name, into another folder.
     *
     * @param target new or empty folder
     * @throws StateException if there is no snapshot, the folder is not empty, or it can't be
     *     written
     */
    public void copyNewest(Path target) {
        Path newest = newestFolder();
        if (newest == null) {
            throw new StateException("there is no snapshot in " + folder);
        }
        try {
            requireNewOrEmpty(target);
            Files.createDirectories(target);
            copyWhole(newest, target);
        } catch (IOException e) {
            throw new StateException(
                    "snapshot %d can't be copied to %s: %s".formatted(number, target, e), e);
        }
    }

    /**
     * Checks whether a copy can be written to a folder.
     *
     * @throws StateException if it is a file, or not empty
     */
    public static void requireNewOrEmpty(Path target) {
        if (Files.exists(target) && !Files.isDirectory(target)) {
            throw new StateException(target + " is a file; give a folder for the copy");
        }
        try {
            if (Files.isDirectory(target)) {
                try (var entries = Files.list(target)) {
                    if (entries.findAny().isPresent()) {
                        throw new StateException(
                                "the folder "
                                        + target
                                        + " for a copy is not empty; give another one");
                    }
                }
            }
        } catch (IOException e) {
            throw inaccessible(target, e);
        }
    }

    /** Copies a snapshot into a folder; the copy has its name when it is whole. */
    private static void copyWhole(Path snapshot, Path target) throws IOException {
        String name = snapshot.getFileName().toString();
        Path unfinished = target.resolve(name + ".tmp");
        deleteTree(unfinished);
        linkFiles(snapshot, unfinished);
        Files.move(unfinished, target.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Returns the newest snapshot of a copy.
     *
     * @param copy folder that {@link #copyNewest} has written
     * @param own folder of the snapshots that it is to replace, which is no copy of them
     * @throws StateException if there is no snapshot, or it is one of those to replace
     */
    public static Path snapshotOfCopy(Path copy, Path own) {
        try {
            List<Path> copied = Files.isDirectory(copy) ? snapshotFolders(copy) : List.of();
            if (copied.isEmpty()) {
                throw new StateException(
                        "there is no snapshot in "
                                + copy
                                + "; give the folder that 'eyewall snapshot NAME --to FOLDER' has"
                                + " written");
            }
            Path newest = copied.get(0);
            if (Files.isDirectory(own) && newest.toRealPath().startsWith(own.toRealPath())) {
                throw new StateException(
                        copy
                                + " has the topology's own snapshots, with the newest of which it begins"
                                + " anyway; give a copy that 'eyewall snapshot NAME --to FOLDER' has"
                                + " written");
            }
            return newest;
        } catch (IOException e) {
            throw inaccessible(copy, e);
        }
    }

    /**
     * Goes over to a copy of a snapshot. The snapshots that are here are moved to another folder,
     * unless that is there already.
     *
     * @param copy folder that {@link #copyNewest} has written
     * @param aside folder for the snapshots that are here
     * @throws StateException if there is no undamaged snapshot in {@code copy}, or files can't be
     *     moved
     */
    public void replaceBy(Path copy, Path aside) {
        try {
            Path chosen = snapshotOfCopy(copy, folder);
            verify(chosen);
            closeLive();
            boolean isFirstTime = !Files.exists(aside);
            for (Path own : snapshotFolders(folder)) {
                if (isFirstTime) {
                    Files.createDirectories(aside);
                    Files.move(own, aside.resolve(own.getFileName().toString()));
                } else {
                    deleteTree(own);
                }
            }
            copyWhole(chosen, folder);
            live = openLive();
        } catch (IOException | RocksDBException e) {
            throw new StateException(
                    "the snapshot in %s can't be used: %s".formatted(copy, e.getMessage()), e);
        }
    }

    /**
     * Changes what is read as the state of snapshot {@link #number}, and will be part of the next
     * one. The snapshot itself stays as it is: if this store is opened again before there is a next
     * one, it reads the state without these changes.
     */
    public void amend(List<Change> changes) {
        amendments = List.copyOf(changes);
        RocksDB database = live == null ? reopen() : live;
        try {
            write(database, amendments);
        } catch (RocksDBException e) {
            throw inaccessible(folder, e);
        }
    }

    private static void write(RocksDB database, List<Change> changes) throws RocksDBException {
        try (WriteBatch batch = new WriteBatch();
                WriteOptions withoutLog = new WriteOptions().setDisableWAL(true)) {
            for (Change change : changes) {
                if (change.value() == null) {
                    batch.delete(change.key());
                } else {
                    batch.put(change.key(), change.value());
                }
            }
            database.write(withoutLog, batch);
        }
    }

    /**
     * Records that the process has done all that the newest snapshot requires. It is not recorded
     * any more when another snapshot is whole.
     *
     * @throws StateException if the folder can't be written
     */
    public void recordEnd() {
        try {
            Files.writeString(folder.resolve(END_FILE), Long.toString(number));
        } catch (IOException e) {
            throw inaccessible(folder, e);
        }
    }

    /** Returns whether {@link #recordEnd} was called when the newest snapshot was the newest. */
    public boolean isEndRecorded() {
        return isEndRecorded(folder, number);
    }

    static boolean isEndRecorded(Path folder, long number) {
        try {
            Path file = folder.resolve(END_FILE);
            return Files.exists(file)
                    && Files.readString(file).strip().equals(Long.toString(number));
        } catch (IOException e) {
            throw inaccessible(folder, e);
        }
    }

    /** Returns the number for the next snapshot, which no earlier one had. */
    public long nextNumber() {
        return highestNumber + 1;
    }

    /**
     * Writes a snapshot, and returns when it is whole and on the disk.
     *
     * @param newNumber number of the snapshot, at least {@link #nextNumber}
     * @param changes what has changed since snapshot {@link #number}; of several changes of one key
     *     the last one counts
     * @throws StateException if it can't be written; the store then stays at the snapshot before
     */
    public void write(long newNumber, List<Change> changes) {
        highestNumber = Math.max(highestNumber, newNumber);
        RocksDB database = live == null ? reopen() : live;
        Path target = folder.resolve(PREFIX + newNumber);
        byte[] numberBytes = ByteBuffer.allocate(Long.BYTES).putLong(newNumber).array();
        try {
            List<Change> numbered = new ArrayList<>(changes);
            numbered.add(new Change(NUMBER_KEY, numberBytes));
            write(database, numbered);
            try (Checkpoint checkpoint = Checkpoint.create(database)) {
                checkpoint.createCheckpoint(target.toString());
            }
        } catch (RocksDBException e) {
            closeLive();
            throw inaccessible(folder, e);
        }
        number = newNumber;
        amendments = List.of();
        deleteOld();
    }

    /** Goes back to the newest whole snapshot after a failed write. */
    private RocksDB reopen() {
        long expected = number;
        deleteUnfinished();
        RocksDB opened = openLive();
        if (number != expected) {
            opened.close();
            long readable = number;
            number = expected;
            throw new StateException(
                    "snapshot %d in %s can't be read any more; end the topology, and start it again to continue from snapshot %d"
                            .formatted(expected, folder, readable));
        }
        try {
            write(opened, amendments);
        } catch (RocksDBException e) {
            opened.close();
            throw inaccessible(folder, e);
        }
        live = opened;
        return opened;
    }

    private void deleteUnfinished() {
        try (var entries = Files.list(folder)) {
            for (Path entry : entries.filter(each -> each.toString().endsWith(".tmp")).toList()) {
                deleteTree(entry);
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("{}: unfinished snapshots were not deleted", folder, e);
        }
    }

    private void closeLive() {
        RocksDB open = live;
        live = null;
        if (open != null) {
            open.close();
        }
    }

    private void deleteOld() {
        try {
            List<Path> newestFirst = snapshotFolders(folder);
            for (Path old :
                    newestFirst.subList(
                            Math.min(KEPT_SNAPSHOTS, newestFirst.size()), newestFirst.size())) {
                if (!isDamaged(old)) {
                    deleteTree(old);
                }
            }
        } catch (IOException e) {
            LOG.warn("{}: an old snapshot can't be deleted: {}", folder, e.toString());
        }
    }

    /** Passes the keys and values whose keys have a prefix, as of snapshot {@link #number}. */
    public void forEach(byte[] prefix, BiConsumer<byte[], byte[]> action) {
        RocksDB database = live == null ? reopen() : live;
        try (Slice upperBound = new Slice(endOf(prefix));
                ReadOptions bounded = new ReadOptions().setIterateUpperBound(upperBound);
                RocksIterator iterator = database.newIterator(bounded)) {
            for (iterator.seek(prefix); iterator.isValid(); iterator.next()) {
                action.accept(iterator.key(), iterator.value());
            }
            iterator.status();
        } catch (RocksDBException e) {
            throw inaccessible(folder, e);
        }
    }

    /** Returns the first key behind all keys with a prefix, whose first byte is a letter. */
    private static byte[] endOf(byte[] prefix) {
        int length = prefix.length;
        while (prefix[length - 1] == -1) {
            length--;
        }
        byte[] end = Arrays.copyOf(prefix, length);
        end[length - 1]++;
        return end;
    }

    /** Closes the files; another process may then open them. */
    @Override
    public void close() {
        closeLive();
        options.close();
        closeQuietly(lockChannel);
    }
}
