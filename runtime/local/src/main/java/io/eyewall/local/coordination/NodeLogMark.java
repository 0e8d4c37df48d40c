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
 * Length and checksum of the beginning of a log, in a separate file. By the mark, a log that is
 * missing, emptied, cut off or another file is recognized, and not taken for a new log. The mark
 * does not cover records that were appended after it was written. Any thread may call.
 *
 * <p>Lines: {@code EYWMARK1}; then a line with the number of bytes and their CRC-32C, such as
 * {@code 4096 5a0f3c21}, for the log; while the log is being replaced, such a line for its
 * replacement, too; then the CRC-32C of all these lines.
 */
final class NodeLogMark {
    private static final Logger LOG = LoggerFactory.getLogger(NodeLogMark.class);

    private static final String MAGIC = "EYWMARK1";

    /** The beginning of a log. */
    record Extent(long bytes, int crc) {
        /** Returns the extent of a whole log. */
        static Extent ofWholeLog(byte[] log) {
            return new Extent(log.length, NodeLogMark.checksum(log, log.length));
        }

        private boolean isPrefixOf(byte[] log) {
            return bytes <= log.length && crc == NodeLogMark.checksum(log, (int) bytes);
        }

        private String toLine() {
            return bytes + " " + String.format("%08x", crc);
        }

        private static Extent parse(String line) {
            String[] parts = line.split(" ", 2);
            return new Extent(Long.parseLong(parts[0]), Integer.parseUnsignedInt(parts[1], 16));
        }
    }

    private NodeLogMark() {}

    private static int checksum(byte[] bytes, int length) {
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
        extents.forEach(extent -> lines.append(extent.toLine()).append('\n'));
        byte[] markedBytes = lines.toString().getBytes(StandardCharsets.US_ASCII);
        String text = lines + String.format("%08x\n", checksum(markedBytes, markedBytes.length));
        NodeLogFile.write(file, text.getBytes(StandardCharsets.US_ASCII), disk);
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
        long minBytes = extents.stream().mapToLong(Extent::bytes).min().orElse(0);
        String bytesWhenWritten = " bytes that it had when " + file.getFileName() + " was written";
        if (log.length >= minBytes) {
            throw NodeLog.untrustedState(
                    logFile
                            + " does not begin with the "
                            + minBytes
                            + bytesWhenWritten
                            + ": it is damaged, older, or another file");
        }
        throw NodeLog.untrustedState(
                logFile
                        + (log.length == 0 ? " is missing or empty" : " was cut to " + log.length)
                        + ", of at least "
                        + minBytes
                        + bytesWhenWritten);
    }

    private static List<Extent> read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        List<String> lines = new String(bytes, StandardCharsets.US_ASCII).lines().toList();
        try {
            int last = lines.size() - 1;
            String markedBytes = String.join("\n", lines.subList(0, last)) + "\n";
            byte[] checked = markedBytes.getBytes(StandardCharsets.US_ASCII);
            if (lines.get(0).equals(MAGIC)
                    && Integer.parseUnsignedInt(lines.get(last), 16)
                            == checksum(checked, checked.length)) {
                return lines.subList(1, last).stream().map(Extent::parse).toList();
            }
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            LOG.debug("{} does not have the lines of a mark", file, e);
        }
        throw NodeLog.untrustedState(file + " is damaged");
    }
}
