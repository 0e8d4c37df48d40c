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
 * log's {@linkplain NodeLogMark mark} is a file beside it, written before the first record; a log
 * of {@code EYWNODE1} may have no mark and is rewritten.
 *
 * <p>A record is written completely before the next begins, so a crash can damage only the last
 * record, whose change was never confirmed to a client: opening cuts this record off. Anything else
 * that can't be read, or contradicts the mark, is damage, and opening fails: continuing with the
 * records before the damage, or with an empty tree, would process batches twice.
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
    private static final int MAX_SIZE_FACTOR = 4;

    /** The mark covers all of the log but this many bytes at its end, at most. */
    private static final long BYTES_BETWEEN_MARKS = 1 << 16;

    private final Path file;
    private final Path markFile;
    private final NodeLogFile.Disk disk;
    private final NodeLogFile log;
    private final TreeMap<String, byte @Nullable []> liveNodes = new TreeMap<>();
    private long minBytesToCompact;
    private long liveBytes = MAGIC.length;

    /** The length of the log at which the mark is written again. */
    private long nextMarkLength;

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

        byte[] contents = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        boolean hasMark = Files.exists(markFile);
        if (hasMark) {
            NodeLogMark.check(markFile, contents, file);
        }
        Map<String, byte @Nullable []> nodes = new TreeMap<>();
        int end = read(contents, hasMark, file, nodes);
        NodeLogFile log = NodeLogFile.open(file, ByteBuffer.wrap(contents, 0, end), sync, disk);
        try {
            NodeLog opened = new NodeLog(file, markFile, disk, log, minBytesToCompact);
            nodes.forEach(opened::putLive);
            opened.completeOpening(startsWith(contents, MAGIC) && end > 0);
            return opened;
        } catch (IOException | RuntimeException e) {
            log.close();
            throw e;
        }
    }

    /** Completes an opening; rewrites a log that is new or of the older format. */
    private void completeOpening(boolean isCurrentFormat) throws IOException {
        if (!isCurrentFormat) {
            rewrite();
        }
        writeMark();
    }

    /** Returns all nodes of the log, parents before their children. */
    Map<String, byte @Nullable []> nodes() {
        return new LinkedHashMap<>(liveNodes);
    }

    /**
     * Reads a log.
     *
     * @param nodes filled with the log's nodes
     * @return the length of the complete records with the header; 0 for a new log
     */
    private static int read(
            byte[] contents, boolean hasMark, Path file, Map<String, byte @Nullable []> nodes)
            throws IOException {
        if (contents.length < MAGIC.length
                && (startsWith(MAGIC, contents) || startsWith(MAGIC_WITHOUT_MARK, contents))) {
            return 0; // new, or its creation was interrupted by a crash
        }
        if (!startsWith(contents, MAGIC) && !startsWith(contents, MAGIC_WITHOUT_MARK)) {
            throw new IOException(
                    file
                            + " is not a log of Trident's coordination state, or has an unknown"
                            + " version; move it away, or set eyewall.state.dir to"
                            + " another folder");
        }
        if (startsWith(contents, MAGIC) && contents.length > MAGIC.length && !hasMark) {
            throw untrustedState(
                    file
                            + " has no mark file beside it, as if only a part of the folder had been"
                            + " copied");
        }
        ByteBuffer bytes = ByteBuffer.wrap(contents).position(MAGIC.length);
        int end = MAGIC.length;
        while (bytes.hasRemaining()) {
            LogRecord record = readRecord(bytes, end, file);
            if (record == null) {
                LOG.warn(
                        "{}: cutting off {} bytes of a change that a crash interrupted",
                        file,
                        contents.length - end);
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

    private static @Nullable LogRecord readRecord(ByteBuffer bytes, int position, Path file)
            throws IOException {
        try {
            return LogRecord.read(bytes);
        } catch (IOException e) {
            throw untrustedState(
                    file
                            + " is damaged at byte "
                            + position
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
    static IOException untrustedState(String problem) {
        return new IOException(
                problem
                        + ", so that it is unknown which batches were processed; restore the folder"
                        + " from a copy, together with the topology's states, or move both away to"
                        + " start over");
    }

    @Override
    public void put(String path, byte @Nullable [] data) throws IOException {
        log.append(LogRecord.put(path, data).encode());
        putLive(path, data);
        compactAndMarkIfDue();
    }

    @Override
    public void delete(String path) throws IOException {
        log.append(LogRecord.delete(path).encode());
        removeLive(path);
        compactAndMarkIfDue();
    }

    private void putLive(String path, byte @Nullable [] data) {
        removeLive(path);
        liveNodes.put(path, data);
        liveBytes += size(path, data);
    }

    private void removeLive(String path) {
        if (liveNodes.containsKey(path)) {
            liveBytes -= size(path, liveNodes.remove(path));
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
    private void compactAndMarkIfDue() {
        boolean isCompactionDue =
                log.length() >= minBytesToCompact && log.length() > MAX_SIZE_FACTOR * liveBytes;
        if (!isCompactionDue && log.length() < nextMarkLength) {
            return;
        }
        try {
            if (isCompactionDue) {
                rewrite();
            }
            writeMark();
        } catch (IOException e) {
            LOG.warn(
                    "{} or its mark could not be rewritten; this will be tried again: {}",
                    file,
                    e.toString());
            nextMarkLength = log.length() + BYTES_BETWEEN_MARKS;
            if (isCompactionDue) {
                minBytesToCompact = 2 * log.length();
            }
        }
    }

    /**
     * Replaces the log by a log of the live nodes only. The mark matches the old and the new log
     * until the rename has reached the disk.
     */
    private void rewrite() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(MAGIC);
        for (Map.Entry<String, byte @Nullable []> node : liveNodes.entrySet()) {
            bytes.write(LogRecord.put(node.getKey(), node.getValue()).encode());
        }
        byte[] replacement = bytes.toByteArray();
        log.force();
        NodeLogMark.write(
                markFile, List.of(log.extent(), NodeLogMark.Extent.ofWholeLog(replacement)), disk);
        log.replace(replacement);
    }

    private void writeMark() throws IOException {
        log.force(); // the mark must not cover bytes that a crash of the machine could lose
        NodeLogMark.write(markFile, List.of(log.extent()), disk);
        nextMarkLength = log.length() + BYTES_BETWEEN_MARKS;
    }

    /** Writes a mark for the whole log, so that any missing bytes are noticed when it is opened. */
    @Override
    public void close() throws IOException {
        try {
            writeMark();
        } finally {
            log.close();
        }
    }
}
