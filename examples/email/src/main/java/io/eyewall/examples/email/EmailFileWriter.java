package io.eyewall.examples.email;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a file of emails: a gzip stream of records, each with a length in bytes (a big-endian int)
 * and an email's Avro bytes. {@link EmailFileReader} reads it.
 */
public final class EmailFileWriter implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;

    private final DataOutputStream out;

    /**
     * Creates a writer to a stream.
     *
     * @param to the output, closed with this writer
     */
    public EmailFileWriter(OutputStream to) throws IOException {
        out = new DataOutputStream(new BufferedOutputStream(new Compressor(to), BUFFER_BYTES));
    }

    /** Creates a file, replacing an existing one. */
    public static EmailFileWriter to(Path file) throws IOException {
        return new EmailFileWriter(Files.newOutputStream(file));
    }

    /** Adds an email. */
    public void write(byte[] email) throws IOException {
        out.writeInt(email.length);
        out.write(email);
    }

    /** Flushes, so that all emails added so far can be read. */
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    /** Gzip at its fastest level, which suits data streams. */
    private static final class Compressor extends GZIPOutputStream {
        Compressor(OutputStream out) throws IOException {
            super(out, BUFFER_BYTES, true);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
