package io.eyewall.local.coordination;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file with the changes of a {@link NodeTree}: {@code EYWNODE2}, then one {@linkplain LogRecord
 * record} per change. A record is written before the client gets the answer to its change. The
 * log's {@linkplain NodeLogMark mark} is a file replacementOf it, written before the first record;
 * a log of {@code EYWNODE1} may have no mark and is rewritten.
 *
 * <p>A record is written completely before the next begins, so a crash can damage only the last
 * one, which was never confirmed to a client: opening cuts it off. Anything else that can't be
 * read, or contradicts the mark, is damage, and opening fails: continuing with the records before
 * the damage, or with an empty tree, would process batches twice.
 *
 * <p>When most records are obsolete, the file is rewritten under another name and renamed. Not safe
 * for several threads; the tree's lock guards it.
 */
final class NodeLog implements NodeTree.Journal {
    private static final Logger LOG = LoggerFactory.getLogger(NodeLog.class);

    private static final byte[] MAGIC = magic("EYWNODE2");
    private static final byte[] MAGIC_WITHOUT_MARK = magic("EYWNODE1");

    /** Smaller files are not compacted. */
    private static final long MIN_BYTES_TO_COMPACT = 1 << 20;

    /** A file is compacted when it is this many times larger than its live nodes. */
    private static final int SLACK = 4;

    /** The mark lags behind the log by this many bytes at most. */
    private static final long BYTES_BETWEEN_MARKS = 1 << 16;

    private final Path file;
    private final Path markFile;
    private final NodeLogFile.Disk disk;
    private final NodeLogFile log;
    private final TreeMap<String, byte @Nullable []> live = new TreeMap<>();
    private long minBytesToCompact;
    private long liveBytes = MAGIC.length;

    /** The length of the log at which the mark is written again. */
    private long nextMark;

    private NodeLog(
            Path file,
            Path markFile,
            NodeLogFile.Disk disk,
            NodeLogFile log,
            long minBytesToCompact) {
        this.file = file;
        this.markFile = markFile;
        this.disk = disk;
        this.log = log;
        this.minBytesToCompact = minBytesToCompact;
    }

    private static byte[] magic(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Opens a log, or creates one if neither the file nor its mark exists.
     *
     * @param sync whether each change is forced to the disk before its call returns; if not, it has
     *     been passed to the operating system
     * @throws IOException if the file can't be read or written, is damaged, or does not match its
     *     mark
     */
    static NodeLog open(Path file, boolean sync) throws IOException {
        return open(file, sync, MIN_BYTES_TO_COMPACT, FileChannel::open);
    }

    /** Opens a log with another threshold for compaction and another disk. For tests. */
    static NodeLog open(Path file, boolean sync, long minBytesToCompact, NodeLogFile.Disk disk)
            throws IOException {
        Path markFile = file.resolveSibling(file.getFileName() + ".mark");
        // replacements that a crash left behind before they were renamed
        Files.deleteIfExists(NodeLogFile.replacementOf(file));
        Files.deleteIfExists(NodeLogFile.replacementOf(markFile));

        byte[] found = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        boolean marked = Files.exists(markFile);
        if (marked) {
            NodeLogMark.check(markFile, found, file);
        }
        Map<String, byte @Nullable []> nodes = new TreeMap<>();
        int end = read(found, marked, file, nodes);
        NodeLogFile log = NodeLogFile.open(file, ByteBuffer.wrap(found, 0, end), sync, disk);
        try {
            NodeLog opened = new NodeLog(file, markFile, disk, log, minBytesToCompact);
            nodes.forEach(opened::remember);
            opened.completeOpening(startsWith(found, MAGIC) && end > 0);
            return opened;
        } catch (IOException | RuntimeException e) {
            log.close();
            throw e;
        }
    }

    /** Completes an opening; rewrites a log that is new or of the older format. */
    private void completeOpening(boolean isCurrentFormat) throws IOException {
        if (!isCurrentFormat) {
            replace();
        }
        mark();
    }

    /** Returns all nodes of the log, parents before their children. */
    Map<String, byte @Nullable []> nodes() {
        return new LinkedHashMap<>(live);
    }

    /**
     * Reads a log.
     *
     * @param nodes filled with the log's nodes
     * @return the length of the complete records with the header; 0 for a new log
     */
    private static int read(
            byte[] found, boolean marked, Path file, Map<String, byte @Nullable []> nodes)
            throws IOException {
        if (found.length < MAGIC.length
                && (startsWith(MAGIC, found) || startsWith(MAGIC_WITHOUT_MARK, found))) {
            return 0; // new, or its creation was interrupted by a crash
        }
        if (!startsWith(found, MAGIC) && !startsWith(found, MAGIC_WITHOUT_MARK)) {
            throw new IOException(
                    file
                            + " is not a log of Trident's coordination state, or of a version that"
                            + " is not known here; move it away, or set eyewall.state.dir to"
                            + " another folder");
        }
        if (startsWith(found, MAGIC) && found.length > MAGIC.length && !marked) {
            throw untrusted(file + " has no mark replacementOf it, as if copied in part");
        }
        ByteBuffer bytes = ByteBuffer.wrap(found).position(MAGIC.length);
        int end = MAGIC.length;
        while (bytes.hasRemaining()) {
            LogRecord record = next(bytes, end, file);
            if (record == null) {
                LOG.warn(
                        "{}: cutting off {} bytes of a change that a crash interrupted",
                        file,
                        found.length - end);
                return end;
            }
            if (record.kind() == LogRecord.Kind.DELETE) {
                nodes.remove(record.path());
            } else {
                nodes.put(record.path(), record.data());
            }
            end = bytes.position();
        }
        return end;
    }

    private static @Nullable LogRecord next(ByteBuffer bytes, int at, Path file)
            throws IOException {
        try {
            return LogRecord.read(bytes);
        } catch (IOException e) {
            throw untrusted(
                    file
                            + " is damaged at byte "
                            + at
                            + " ("
                            + e.getMessage()
                            + "), before its end");
        }
    }

    private static boolean startsWith(byte[] bytes, byte[] beginning) {
        return bytes.length >= beginning.length
                && Arrays.equals(bytes, 0, beginning.length, beginning, 0, beginning.length);
    }

    /** Returns an error for a state that can't be trusted, with the remedy. */
    static IOException untrusted(String problem) {
        return new IOException(
                problem
                        + ", so that it is unknown which batches were processed; restore the folder"
                        + " from a copy, together with the topology's states, or move both away to"
                        + " begin anew");
    }

    @Override
    public void put(String path, byte @Nullable [] data) throws IOException {
        log.append(LogRecord.put(path, data).bytes());
        remember(path, data);
        maintain();
    }

    @Override
    public void delete(String path) throws IOException {
        log.append(LogRecord.delete(path).bytes());
        forget(path);
        maintain();
    }

    private void remember(String path, byte @Nullable [] data) {
        forget(path);
        live.put(path, data);
        liveBytes += size(path, data);
    }

    private void forget(String path) {
        if (live.containsKey(path)) {
            liveBytes -= size(path, live.remove(path));
        }
    }

    /** Returns the approximate size of a node's record; only the order of magnitude matters. */
    private static long size(String path, byte @Nullable [] data) {
        return LogRecord.HEADER_BYTES + 3L + path.length() + (data == null ? 0 : data.length);
    }

    /**
     * Compacts the log and writes its mark when due. The change is already written, so a failure
     * here, such as a full disk, does not fail the change.
     */
    private void maintain() {
        boolean compact = log.length() >= minBytesToCompact && log.length() > SLACK * liveBytes;
        if (!compact && log.length() < nextMark) {
            return;
        }
        try {
            if (compact) {
                replace();
            }
            mark();
        } catch (IOException e) {
            LOG.warn(
                    "{} or its mark could not be rewritten; it will be tried again: {}",
                    file,
                    e.toString());
            nextMark = log.length() + BYTES_BETWEEN_MARKS;
            if (compact) {
                minBytesToCompact = 2 * log.length();
            }
        }
    }

    /**
     * Replaces the log by one of the live nodes; the mark allows both logs until the rename is
     * certain.
     */
    private void replace() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(MAGIC);
        for (Map.Entry<String, byte @Nullable []> node : live.entrySet()) {
            bytes.write(LogRecord.put(node.getKey(), node.getValue()).bytes());
        }
        byte[] fresh = bytes.toByteArray();
        log.force();
        NodeLogMark.write(markFile, List.of(log.extent(), NodeLogMark.Extent.of(fresh)), disk);
        log.replace(fresh);
    }

    private void mark() throws IOException {
        log.force(); // the mark must not cover bytes that a crash of the machine could lose
        NodeLogMark.write(markFile, List.of(log.extent()), disk);
        nextMark = log.length() + BYTES_BETWEEN_MARKS;
    }

    /** Writes a mark for the whole log, so that any missing bytes are noticed when it is opened. */
    @Override
    public void close() throws IOException {
        try {
            mark();
        } finally {
            log.close();
        }
    }
}
