package io.eyewall.local.coordination;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The changes of a tree in one file, each on disk before it is answered.
 *
 * <table>
 *   <caption>Layout; integers are big-endian, paths UTF-8. Golden file: nodes-1.bin.</caption>
 *   <tr><th>bytes</th><th>what</th></tr>
 *   <tr><td>8</td><td>{@code EYWNODE1}</td></tr>
 *   <tr><td>4</td><td>record: length of its body</td></tr>
 *   <tr><td>4</td><td>CRC-32C of these 4 bytes</td></tr>
 *   <tr><td>4</td><td>CRC-32C of the body</td></tr>
 *   <tr><td>1</td><td>body: 0 delete, 1 put without data, 2 put with data</td></tr>
 *   <tr><td>2 + n</td><td>length of the path, path</td></tr>
 *   <tr><td>rest</td><td>data</td></tr>
 * </table>
 *
 * <p>A record is complete on disk before the next begins, so a crash can spoil only the last one,
 * which nobody was told of: opening cuts it off. Anything else that can't be read is damage, and
 * opening refuses it: to go on with what came before would process batches twice.
 *
 * <p>When most of the file is out of date it is written anew under another name and renamed. Not
 * safe for several threads; its tree has the lock.
 */
final class NodeLog implements NodeTree.Journal {
    private static final Logger LOG = LoggerFactory.getLogger(NodeLog.class);

    private static final byte[] MAGIC = "EYWNODE1".getBytes(StandardCharsets.US_ASCII);
    private static final int RECORD_HEADER = 3 * Integer.BYTES;
    private static final byte DELETE = 0;
    private static final byte PUT_NULL = 1;
    private static final byte PUT = 2;

    /** Smaller files are not worth writing anew. */
    private static final long LEAST_BYTES_TO_COMPACT = 1 << 20;

    /** A file is written anew when it is so many times larger than it need be. */
    private static final int SLACK = 4;

    private final Path file;
    private final boolean sync;
    private final long leastBytesToCompact;
    private final TreeMap<String, byte @Nullable []> live = new TreeMap<>();
    private FileChannel channel;
    private long liveBytes = MAGIC.length;

    /** Where the next record goes: the end of the last complete one. */
    private long end;

    private NodeLog(Path file, boolean sync, long leastBytesToCompact, FileChannel channel) {
        this.file = file;
        this.sync = sync;
        this.leastBytesToCompact = leastBytesToCompact;
        this.channel = channel;
    }

    /**
     * Opens a log, or begins one if there is no such file.
     *
     * @param sync whether each change waits until the disk has it; if not, the operating system has
     *     it
     * @throws IOException if the file can't be read or written, or is damaged
     */
    static NodeLog open(Path file, boolean sync) throws IOException {
        return open(file, sync, LEAST_BYTES_TO_COMPACT);
    }

    /** For tests: compacts files of {@code leastBytesToCompact}. */
    static NodeLog open(Path file, boolean sync, long leastBytesToCompact) throws IOException {
        Files.deleteIfExists(compacted(file)); // left by a crash before its rename
        FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
        try {
            NodeLog log = new NodeLog(file, sync, leastBytesToCompact, channel);
            log.read();
            return log;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static Path compacted(Path file) {
        return file.resolveSibling(file.getFileName() + ".new");
    }

    /** All nodes that the log holds, parents before their children. */
    Map<String, byte @Nullable []> nodes() {
        return new LinkedHashMap<>(live);
    }

    private void read() throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        int magic = Math.min(bytes.remaining(), MAGIC.length);
        for (int i = 0; i < magic; i++) {
            if (bytes.get(i) != MAGIC[i]) {
                throw new IOException(
                        file
                                + " is not a log of Trident's coordination state, or of a version"
                                + " that is not known here; move it away, or set eyewall.state.dir"
                                + " to another folder");
            }
        }
        if (magic < MAGIC.length) { // new, or a crash when it was
            channel.truncate(0);
            end = 0;
            write(ByteBuffer.wrap(MAGIC));
            forceFolder();
            return;
        }
        bytes.position(MAGIC.length);
        end = MAGIC.length;
        while (bytes.hasRemaining() && readRecord(bytes)) {
            end = bytes.position();
        }
        if (end < bytes.limit()) {
            LOG.warn(
                    "{}: cutting off {} bytes of a change that a crash interrupted",
                    file,
                    bytes.limit() - end);
            channel.truncate(end);
        }
    }

    /** Reads one record; false if it is the rest of one that a crash interrupted. */
    private boolean readRecord(ByteBuffer bytes) throws IOException {
        int start = bytes.position();
        if (bytes.remaining() < RECORD_HEADER) {
            return false;
        }
        int length = bytes.getInt();
        if (bytes.getInt() != crc(ByteBuffer.allocate(Integer.BYTES).putInt(length).array())) {
            // A crash may leave zeros where the file has grown and the bytes have not arrived.
            if (onlyZeros(bytes, start + RECORD_HEADER)) {
                return false;
            }
            throw damaged(start);
        }
        int crc = bytes.getInt();
        if (length > bytes.remaining()) {
            return false;
        }
        byte[] body = new byte[length];
        bytes.get(body);
        if (crc != crc(body)) {
            if (!bytes.hasRemaining()) {
                return false;
            }
            throw damaged(start);
        }
        apply(ByteBuffer.wrap(body), start);
        return true;
    }

    private void apply(ByteBuffer body, int start) throws IOException {
        byte kind = body.get();
        byte[] path = new byte[body.getShort()];
        body.get(path);
        byte[] data = new byte[body.remaining()];
        body.get(data);
        String name = new String(path, StandardCharsets.UTF_8);
        switch (kind) {
            case DELETE -> forget(name);
            case PUT_NULL -> remember(name, null);
            case PUT -> remember(name, data);
            default -> throw damaged(start);
        }
    }

    private static boolean onlyZeros(ByteBuffer bytes, int from) {
        for (int i = from; i < bytes.limit(); i++) {
            if (bytes.get(i) != 0) {
                return false;
            }
        }
        return true;
    }

    private IOException damaged(int at) {
        return new IOException(
                file
                        + " is damaged at byte "
                        + at
                        + ", before its end, so that it is unknown which batches were processed;"
                        + " restore the folder from a copy, together with the topology's states, or"
                        + " move both away to begin anew");
    }

    private static int crc(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    @Override
    public void put(String path, byte @Nullable [] data) throws IOException {
        write(record(data == null ? PUT_NULL : PUT, path, data));
        remember(path, data);
        compactIfWorthIt();
    }

    @Override
    public void delete(String path) throws IOException {
        write(record(DELETE, path, null));
        forget(path);
        compactIfWorthIt();
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
        return RECORD_HEADER + 3L + path.length() + (data == null ? 0 : data.length);
    }

    private static ByteBuffer record(byte kind, String path, byte @Nullable [] data)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        byte[] name = path.getBytes(StandardCharsets.UTF_8);
        if (name.length > Short.MAX_VALUE) {
            throw new IOException("a path of " + name.length + " bytes is too long: " + path);
        }
        out.writeByte(kind);
        out.writeShort(name.length);
        out.write(name);
        if (data != null) {
            out.write(data);
        }
        byte[] body = bytes.toByteArray();
        ByteBuffer record = ByteBuffer.allocate(RECORD_HEADER + body.length);
        record.putInt(body.length);
        record.putInt(crc(Arrays.copyOf(record.array(), Integer.BYTES)));
        return record.putInt(crc(body)).put(body).flip();
    }

    private void write(ByteBuffer bytes) throws IOException {
        try {
            long after = writeFully(channel, bytes, end);
            if (sync) {
                channel.force(true);
            }
            end = after;
        } catch (IOException e) {
            channel.truncate(end); // so that a later change does not follow half of this one
            throw e;
        }
    }

    /** Returns the position after the bytes. */
    private static long writeFully(FileChannel channel, ByteBuffer bytes, long at)
            throws IOException {
        long position = at;
        while (bytes.hasRemaining()) {
            position += channel.write(bytes, position);
        }
        return position;
    }

    private void compactIfWorthIt() throws IOException {
        if (end >= leastBytesToCompact && end > SLACK * liveBytes) {
            compact();
        }
    }

    private void compact() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(MAGIC);
        for (Map.Entry<String, byte @Nullable []> node : live.entrySet()) {
            byte[] data = node.getValue();
            bytes.write(record(data == null ? PUT_NULL : PUT, node.getKey(), data).array());
        }
        Path fresh = compacted(file);
        FileChannel compacted =
                FileChannel.open(
                        fresh,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE);
        try {
            writeFully(compacted, ByteBuffer.wrap(bytes.toByteArray()), 0);
            compacted.force(true); // also if not sync: renamed before its bytes, it would be empty
            rename(fresh, file);
            forceFolder();
        } catch (IOException e) {
            compacted.close();
            throw e;
        }
        channel.close();
        channel = compacted;
        end = bytes.size();
    }

    private static void rename(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            throw new IOException(
                    to.getParent()
                            + " is on a file system that can't rename a file in one step; set"
                            + " eyewall.state.dir to a folder on another",
                    e);
        }
    }

    /** Makes the file's name durable, where folders can be opened (not on Windows). */
    private void forceFolder() throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (sync && folder != null && !System.getProperty("os.name").startsWith("Windows")) {
            try (FileChannel opened = FileChannel.open(folder, StandardOpenOption.READ)) {
                opened.force(true);
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
