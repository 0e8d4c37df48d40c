package io.eyewall.server.worker;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A log file that is rotated when it is full: {@code worker.log} becomes {@code worker.log.1}, and
 * so on; lower numbers are younger. Output that can't be written is discarded, because user code
 * that prints must not fail for a full disk; the log reports the loss, before the next output, as
 * soon as there is room. Any thread may call.
 */
final class RotatingLog extends OutputStream {
    private final Path file;
    private final long maxBytes;
    private final int rotatedFiles;
    private @Nullable OutputStream out;
    private long bytes;
    private long lostBytes;
    private String lossReason = "";

    /**
     * @param file the log file; its folder must exist
     * @param maxBytes size from which a file is rotated; the last write may exceed it
     * @param rotatedFiles number of rotated files that are kept
     */
    RotatingLog(Path file, long maxBytes, int rotatedFiles) {
        this.file = file;
        this.maxBytes = maxBytes;
        this.rotatedFiles = rotatedFiles;
    }

    @Override
    public synchronized void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytesToWrite, int offset, int length) {
        try {
            OutputStream log = openLog();
            if (lostBytes > 0) {
                reportLoss(log);
            }
            log.write(bytesToWrite, offset, length);
            bytes += length;
        } catch (IOException e) {
            lostBytes += length;
            lossReason = String.valueOf(e.getMessage());
            close(); // the next write opens the file again
        }
    }

    private void reportLoss(OutputStream log) throws IOException {
        byte[] text =
                "%n[%d bytes of output are lost: %s]%n"
                        .formatted(lostBytes, lossReason)
                        .getBytes(StandardCharsets.UTF_8);
        log.write(text);
        bytes += text.length;
        lostBytes = 0;
    }

    private OutputStream openLog() throws IOException {
        if (out == null) {
            bytes = Files.exists(file) ? Files.size(file) : 0;
        }
        if (bytes >= maxBytes) {
            close();
            rotate();
            bytes = 0;
        }
        if (out == null) {
            out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        return out;
    }

    private void rotate() throws IOException {
        Files.deleteIfExists(numbered(rotatedFiles));
        for (int i = rotatedFiles - 1; i >= 1; i--) {
            if (Files.exists(numbered(i))) {
                Files.move(numbered(i), numbered(i + 1), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        if (rotatedFiles > 0) {
            Files.move(file, numbered(1), StandardCopyOption.REPLACE_EXISTING);
        } else {
            Files.delete(file);
        }
    }

    private Path numbered(int number) {
        return file.resolveSibling(file.getFileName() + "." + number);
    }

    @Override
    public synchronized void close() {
        if (out != null) {
            try {
                out.close();
            } catch (IOException e) {
                // Buffered output is lost.
            }
            out = null;
        }
    }
}
