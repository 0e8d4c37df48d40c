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
 * Reads one of several equal parts of some files, line by line, as if the files were one: a file
 * whose last line has no end goes on in the next. A line belongs to the part in which it begins, so
 * the parts together hold each line once. Bytes become characters one by one, whatever the
 * encoding.
 *
 * <p>A line longer than {@value #LONGEST} bytes comes in pieces that don't cut words. Used by one
 * thread.
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
    private boolean lineGoesOn;

    /** Position, over all files, of the next byte. */
    private long position;

    private int nextFile;
    private InputStream in = InputStream.nullInputStream();

    /**
     * Opens the first file of a part.
     *
     * @param files in order
     * @param part from 0
     * @param parts how many parts there are
     * @throws IOException if a file can't be read
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
            skipLine(); // begun in an earlier part
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
            throw new IOException(files.get(nextFile - 1) + " has become shorter", e);
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
     * The next line without its end.
     *
     * @return null after the last line
     * @throws IOException if a file can't be read
     */
    String next() throws IOException {
        if (position >= to && !lineGoesOn) {
            return null;
        }
        lineLength = 0;
        lineGoesOn = false;
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
                lineGoesOn = true;
                return line();
            }
        }
    }

    private String line() {
        return new String(line, 0, lineLength, StandardCharsets.ISO_8859_1);
    }

    /** The next byte of all files, or -1. */
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
