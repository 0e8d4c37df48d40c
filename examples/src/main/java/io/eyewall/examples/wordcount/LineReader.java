package io.eyewall.examples.wordcount;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Reads one of several equal parts of a list of files, line by line, as if the files were
 * concatenated: an unterminated last line of a file continues in the next file. A line belongs to
 * the part in which it begins, so the parts together contain each line once. Each byte becomes one
 * character, whatever the encoding.
 *
 * <p>A line longer than {@value #LONGEST} bytes is returned in pieces that do not split words.
 * Confined to one thread.
 */
final class LineReader implements AutoCloseable {
    static final int LONGEST = 64 * 1024;

    private final List<Path> files;
    private final long to;

    private final byte[] buffer = new byte[64 * 1024];
    private int bufferPosition;
    private int bufferLimit;

    private byte[] line = new byte[256];
    private int lineLength;
    private boolean lineContinues;

    /** Position of the next byte in the concatenated files. */
    private long position;

    private int nextFile;
    private InputStream in = InputStream.nullInputStream();

    /**
     * Opens the first file of a part.
     *
     * @param files the files in order
     * @param part the index of the part, from 0
     * @param parts the number of parts
     * @throws IOException if a file cannot be read
     */
    LineReader(List<Path> files, int part, int parts) throws IOException {
        this.files = List.copyOf(files);
        long total = 0;
        for (Path file : files) {
            total += Files.size(file);
        }
        long from = total / parts * part + Math.min(part, total % parts);
        to = total / parts * (part + 1) + Math.min(part + 1, total % parts);
        if (from > 0) {
            skipTo(from - 1);
            skipLine(); // it begins in an earlier part
        }
    }

    private void skipTo(long target) throws IOException {
        while (nextFile < files.size()) {
            long size = Files.size(files.get(nextFile));
            if (position + size > target) {
                break;
            }
            position += size;
            nextFile++;
        }
        openNextFile();
        try {
            in.skipNBytes(target - position);
        } catch (EOFException e) {
            throw new IOException(files.get(nextFile - 1) + " was truncated while it was read", e);
        }
        position = target;
    }

    private void skipLine() throws IOException {
        int b = read();
        while (b >= 0 && b != '\n') {
            b = read();
        }
    }

    /**
     * Returns the next line without its terminator.
     *
     * @return the line, or null after the last line
     * @throws IOException if a file cannot be read
     */
    String next() throws IOException {
        if (position >= to && !lineContinues) {
            return null;
        }
        lineLength = 0;
        lineContinues = false;
        while (true) {
            int b = read();
            if (b < 0 && lineLength == 0) {
                return null;
            }
            if (b < 0 || b == '\n') {
                return line();
            }
            if (lineLength == line.length) {
                line = Arrays.copyOf(line, 2 * lineLength);
            }
            line[lineLength++] = (byte) b;
            if (lineLength >= LONGEST && !Words.isPart(b)) {
                lineContinues = true;
                return line();
            }
        }
    }

    private String line() {
        return new String(line, 0, lineLength, StandardCharsets.ISO_8859_1);
    }

    /** Returns the next byte of the concatenated files, or -1 at their end. */
    private int read() throws IOException {
        while (bufferPosition == bufferLimit) {
            int read = in.read(buffer);
            if (read < 0 && !openNextFile()) {
                return -1;
            }
            bufferPosition = 0;
            bufferLimit = Math.max(0, read);
        }
        position++;
        return buffer[bufferPosition++] & 0xff;
    }

    private boolean openNextFile() throws IOException {
        in.close();
        if (nextFile == files.size()) {
            in = InputStream.nullInputStream();
            return false;
        }
        in = Files.newInputStream(files.get(nextFile++));
        return true;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
