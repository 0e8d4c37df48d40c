package io.eyewall.toolkit.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** What the JDK can do. */
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
            return this == GZIP ? new GZIPInputStream(bytes) : bytes;
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
}
