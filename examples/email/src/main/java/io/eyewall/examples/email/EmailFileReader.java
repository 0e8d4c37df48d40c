package io.eyewall.examples.email;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Reads the emails of a file written by {@link EmailFileWriter}, one after the other. */
public final class EmailFileReader implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;

    /** No email of the study is larger than 1.5 MB. */
    private static final int MAX_EMAIL_BYTES = 1 << 26;

    private final String name;
    private final DataInputStream in;
    private long emails;

    /**
     * Opens a stream of emails.
     *
     * @param name the name in messages
     * @param from the input, closed with this reader
     * @throws IOException if it is not a gzip stream
     */
    public EmailFileReader(String name, InputStream from) throws IOException {
        this.name = name;
        in =
                new DataInputStream(
                        new BufferedInputStream(
                                new GZIPInputStream(from, BUFFER_BYTES), BUFFER_BYTES));
    }

    /**
     * Opens a file.
     *
     * @throws IOException if it cannot be read, or is not a gzip file
     */
    public static EmailFileReader of(Path file) throws IOException {
        InputStream in;
        try {
            in = Files.newInputStream(file);
        } catch (NoSuchFileException e) {
            throw new IOException(
                    file + ": no such file; create one with 'eyewall email generate' or 'import'",
                    e);
        }
        try {
            return new EmailFileReader(file.toString(), in);
        } catch (IOException e) {
            in.close();
            throw new IOException(file + " is not a gzip file: " + e.getMessage(), e);
        }
    }

    /**
     * Returns the next email's Avro bytes, or null at the end.
     *
     * @throws IOException if the file ends inside an email, or an email's length is impossible
     */
    public byte @Nullable [] next() throws IOException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        try {
            int length =
                    (first << 24)
                            | (in.readUnsignedByte() << 16)
                            | (in.readUnsignedByte() << 8)
                            | in.readUnsignedByte();
            if (length < 0 || length > MAX_EMAIL_BYTES) {
                throw new IOException(
                        at() + " has a length of " + length + " bytes: not a file of emails");
            }
            byte[] email = in.readNBytes(length);
            if (email.length < length) {
                throw new EOFException();
            }
            emails++;
            return email;
        } catch (EOFException e) {
            throw new IOException(at() + " is truncated: the file is incomplete", e);
        }
    }

    private String at() {
        return name + ": email " + emails + " (counted from 0)";
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
