package io.eyewall.local.coordination;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Length and checksum of the beginning of a log, in a separate file. The mark shows when a log is
 * missing, emptied, cut off or another file, so that it is not taken for a new log. It does not
 * cover records that were appended after it was written. Any thread may call.
 *
 * <p>Lines: {@code EYWMARK1}; then a line with the number of bytes and their CRC-32C, such as
 * {@code 4096 5a0f3c21}, for the log and, while it is being replaced, one for its replacement; then
 * the CRC-32C of these lines.
 */
final class NodeLogMark {
    private static final Logger LOG = LoggerFactory.getLogger(NodeLogMark.class);

    private static final String MAGIC = "EYWMARK1";

    /** The beginning of a log. */
    record Extent(long bytes, int crc) {
        /** Returns the extent of a whole log. */
        static Extent of(byte[] log) {
            return new Extent(log.length, NodeLogMark.crc(log, log.length));
        }

        private boolean isPrefixOf(byte[] log) {
            return bytes <= log.length && crc == NodeLogMark.crc(log, (int) bytes);
        }

        private String line() {
            return bytes + " " + String.format("%08x", crc);
        }

        private static Extent parse(String line) {
            String[] parts = line.split(" ", 2);
            return new Extent(Long.parseLong(parts[0]), Integer.parseUnsignedInt(parts[1], 16));
        }
    }

    private NodeLogMark() {}

    private static int crc(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    /**
     * Writes or replaces a mark; it is on the disk when this returns.
     *
     * @param extents the log begins with one of these
     */
    static void write(Path file, List<Extent> extents, NodeLogFile.Disk disk) throws IOException {
        StringBuilder lines = new StringBuilder(MAGIC + "\n");
        extents.forEach(extent -> lines.append(extent.line()).append('\n'));
        byte[] marked = lines.toString().getBytes(StandardCharsets.US_ASCII);
        String whole = lines + String.format("%08x\n", crc(marked, marked.length));
        NodeLogFile.write(file, whole.getBytes(StandardCharsets.US_ASCII), disk);
    }

    /**
     * Rejects a log that does not match its mark.
     *
     * @param file the mark's file, which exists
     * @param log the log's contents; empty if it is missing
     * @param logFile the log's file, for messages
     */
    static void check(Path file, byte[] log, Path logFile) throws IOException {
        List<Extent> extents = read(file);
        if (extents.stream().anyMatch(extent -> extent.isPrefixOf(log))) {
            return;
        }
        long least = extents.stream().mapToLong(Extent::bytes).min().orElse(0);
        String when = " bytes that it had when " + file.getFileName() + " was written";
        if (log.length >= least) {
            throw NodeLog.untrusted(
                    logFile
                            + " does not begin with the "
                            + least
                            + when
                            + ": it is damaged, older, or another file");
        }
        throw NodeLog.untrusted(
                logFile
                        + (log.length == 0 ? " is missing or empty" : " was cut to " + log.length)
                        + ", of at least "
                        + least
                        + when);
    }

    private static List<Extent> read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        List<String> lines = new String(bytes, StandardCharsets.US_ASCII).lines().toList();
        try {
            int last = lines.size() - 1;
            String marked = String.join("\n", lines.subList(0, last)) + "\n";
            byte[] checked = marked.getBytes(StandardCharsets.US_ASCII);
            if (lines.get(0).equals(MAGIC)
                    && Integer.parseUnsignedInt(lines.get(last), 16)
                            == crc(checked, checked.length)) {
                return lines.subList(1, last).stream().map(Extent::parse).toList();
            }
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            LOG.debug("{} does not have the lines of a mark", file, e);
        }
        throw NodeLog.untrusted(file + " is damaged");
    }
}
