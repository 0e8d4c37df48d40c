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
 * The changes of a tree in one file, each on disk before it is answered: {@code EYWNODE2}, then
 * {@linkplain LogRecord records}. Beside it is its {@linkplain LogMark mark}, which is there before
 * the first record; a log of {@code EYWNODE1} may have none and is written anew.
 *
 * <p>A record is complete on disk before the next begins, so a crash can spoil only the last one,
 * which nobody was told of: opening cuts it off. Anything else that can't be read, or that the mark
 * contradicts, is damage, and opening refuses it: to go on with what came before, or from nothing,
 * would process batches twice.
 *
 * <p>When most of the file is out of date it is written anew under another name and renamed. Not
 * safe for several threads; its tree has the lock.
 */
final class NodeLog implements NodeTree.Journal {
    private static final Logger LOG = LoggerFactory.getLogger(NodeLog.class);

    private static final byte[] MAGIC = magic("EYWNODE2");
    private static final byte[] MAGIC_WITHOUT_MARK = magic("EYWNODE1");

    /** Smaller files are not worth writing anew. */
    private static final long LEAST_BYTES_TO_COMPACT = 1 << 20;

    /** A file is written anew when it is so many times larger than it need be. */
    private static final int SLACK = 4;

    /** The mark is this far behind at most. */
    private static final long BYTES_BETWEEN_MARKS = 1 << 16;

    private final Path file;
    private final Path markFile;
    private final LogFile.Disk disk;
    private final LogFile log;
    private final TreeMap<String, byte @Nullable []> live = new TreeMap<>();
    private long leastBytesToCompact;
    private long liveBytes = MAGIC.length;
    private long nextMark;

    private NodeLog(
            Path file, Path markFile, LogFile.Disk disk, LogFile log, long leastBytesToCompact) {
        this.file = file;
        this.markFile = markFile;
        this.disk = disk;
        this.log = log;
        this.leastBytesToCompact = leastBytesToCompact;
    }

    private static byte[] magic(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Opens a log, or begins one if there is neither such a file nor its mark.
     *
     * @param sync whether each change waits until the disk has it; if not, the operating system has
     *     it
     * @throws IOException if the file can't be read or written, is damaged, or is not what it was
     */
    static NodeLog open(Path file, boolean sync) throws IOException {
        return open(file, sync, LEAST_BYTES_TO_COMPACT, FileChannel::open);
    }

    /** For tests: compacts files of {@code leastBytesToCompact}, and may meet a disk that fails. */
    static NodeLog open(Path file, boolean sync, long leastBytesToCompact, LogFile.Disk disk)
            throws IOException {
        Path markFile = file.resolveSibling(file.getFileName() + ".mark");
        // Left by a crash before their rename.
        Files.deleteIfExists(LogFile.beside(file));
        Files.deleteIfExists(LogFile.beside(markFile));

        byte[] found = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        boolean marked = Files.exists(markFile);
        if (marked) {
            LogMark.check(markFile, found, file);
        }
        Map<String, byte @Nullable []> nodes = new TreeMap<>();
        int end = read(found, marked, file, nodes);
        LogFile log = LogFile.open(file, ByteBuffer.wrap(found, 0, end), sync, disk);
        try {
            NodeLog opened = new NodeLog(file, markFile, disk, log, leastBytesToCompact);
            nodes.forEach(opened::remember);
            opened.begin(begins(found, MAGIC) && end > 0);
            return opened;
        } catch (IOException | RuntimeException e) {
            log.close();
            throw e;
        }
    }

    /** Finishes an opening: the log is new or of an older kind. */
    private void begin(boolean current) throws IOException {
        if (!current) {
            replace();
        }
        mark();
    }

    /** All nodes that the log holds, parents before their children. */
    Map<String, byte @Nullable []> nodes() {
        return new LinkedHashMap<>(live);
    }

    /**
     * Reads a log.
     *
     * @param nodes filled with what it holds
     * @return the length of what is whole: 0 for a new one
     */
    private static int read(
            byte[] found, boolean marked, Path file, Map<String, byte @Nullable []> nodes)
            throws IOException {
        if (found.length < MAGIC.length
                && (begins(MAGIC, found) || begins(MAGIC_WITHOUT_MARK, found))) {
            return 0; // new, or a crash when it was
        }
        if (!begins(found, MAGIC) && !begins(found, MAGIC_WITHOUT_MARK)) {
            throw new IOException(
                    file
                            + " is not a log of Trident's coordination state, or of a version that"
                            + " is not known here; move it away, or set eyewall.state.dir to"
                            + " another folder");
        }
        if (begins(found, MAGIC) && found.length > MAGIC.length && !marked) {
            throw unknownBatches(file + " has no mark beside it, as if copied in part");
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
            throw unknownBatches(
                    file
                            + " is damaged at byte "
                            + at
                            + " ("
                            + e.getMessage()
                            + "), before its end");
        }
    }

    private static boolean begins(byte[] bytes, byte[] beginning) {
        return bytes.length >= beginning.length
                && Arrays.equals(bytes, 0, beginning.length, beginning, 0, beginning.length);
    }

    /** Returns an error that names the remedy for a state that is not to be trusted. */
    static IOException unknownBatches(String what) {
        return new IOException(
                what
                        + ", so that it is unknown which batches were processed; restore the folder"
                        + " from a copy, together with the topology's states, or move both away to"
                        + " begin anew");
    }

    @Override
    public void put(String path, byte @Nullable [] data) throws IOException {
        log.append(LogRecord.put(path, data).bytes());
        remember(path, data);
        tidyUp();
    }

    @Override
    public void delete(String path) throws IOException {
        log.append(LogRecord.delete(path).bytes());
        forget(path);
        tidyUp();
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

    /** About: what matters is the order of magnitude. */
    private static long size(String path, byte @Nullable [] data) {
        return LogRecord.HEADER_BYTES + 3L + path.length() + (data == null ? 0 : data.length);
    }

    /** The change is made: that this fails, for want of room perhaps, is no failure of it. */
    private void tidyUp() {
        boolean compact = log.length() >= leastBytesToCompact && log.length() > SLACK * liveBytes;
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
                    "{} or its mark could not be written anew, to be tried again: {}",
                    file,
                    e.toString());
            nextMark = log.length() + BYTES_BETWEEN_MARKS;
            if (compact) {
                leastBytesToCompact = 2 * log.length();
            }
        }
    }

    /** Writes the live nodes in the log's place; the mark allows both while it is not certain. */
    private void replace() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(MAGIC);
        for (Map.Entry<String, byte @Nullable []> node : live.entrySet()) {
            bytes.write(LogRecord.put(node.getKey(), node.getValue()).bytes());
        }
        byte[] fresh = bytes.toByteArray();
        log.force();
        LogMark.write(markFile, List.of(log.extent(), LogMark.Extent.of(fresh)), disk);
        log.replace(fresh);
    }

    private void mark() throws IOException {
        log.force(); // so that the mark knows of nothing that a crash of the machine takes away
        LogMark.write(markFile, List.of(log.extent()), disk);
        nextMark = log.length() + BYTES_BETWEEN_MARKS;
    }

    /** Marks all of it, so that from then on no end of it may be missing. */
    @Override
    public void close() throws IOException {
        try {
            mark();
        } finally {
            log.close();
        }
    }
}
