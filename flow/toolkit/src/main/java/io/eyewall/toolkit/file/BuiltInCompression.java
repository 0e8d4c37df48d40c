package io.eyewall.toolkit.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** The compressions that the JDK supports. */
enum BuiltInCompression implements Compression {
    NONE(""),
    GZIP(".gz");

    private final String suffix;

    BuiltInCompression(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }

    @Override
    public InputStream reading(InputStream bytes) throws IOException {
        try {
            return this == GZIP ? new GZIPInputStream(new BlockingAvailability(bytes)) : bytes;
        } catch (IOException e) {
            bytes.close();
            throw e;
        }
    }

    @Override
    public OutputStream writing(OutputStream bytes) throws IOException {
        try {
            return this == GZIP ? new GZIPOutputStream(bytes) : bytes;
        } catch (IOException e) {
            bytes.close();
            throw e;
        }
    }

    /**
     * A stream whose {@code available()} waits until it is known whether more bytes follow. At the
     * end of a gzip member {@code GZIPInputStream} calls {@code available()}, and takes the member
     * for the last one if no byte has arrived yet, as happens with pipes.
     */
    private static final class BlockingAvailability extends PushbackInputStream {
        private BlockingAvailability(InputStream bytes) {
            super(bytes);
        }

        @Override
        public int available() throws IOException {
            int count = super.available();
            if (count > 0) {
                return count;
            }
            int next = read();
            if (next < 0) {
                return 0;
            }
            unread(next);
            return 1;
        }
    }
}
