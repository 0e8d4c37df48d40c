package io.eyewall.connectors.file;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** How bytes of a file are compressed. */
public enum Compression {
    /** Not at all. */
    NONE(""),
    /** By the JDK. */
    GZIP(".gz"),
    /** By {@code zstd-jni}; several frames one after the other are read as one. */
    ZSTD(".zst");

    private final String suffix;

    Compression(String suffix) {
        this.suffix = suffix;
    }

    /** What the names of such files end with. */
    public String suffix() {
        return suffix;
    }

    /** Closes the given stream if it fails. */
    public InputStream reading(InputStream bytes) throws IOException {
        try {
            return switch (this) {
                case NONE -> bytes;
                case GZIP -> new GZIPInputStream(bytes);
                case ZSTD -> new ZstdInputStream(bytes);
            };
        } catch (IOException e) {
            bytes.close();
            throw e;
        }
    }

    /** Closes the given stream if it fails. */
    public OutputStream writing(OutputStream bytes) throws IOException {
        try {
            return switch (this) {
                case NONE -> bytes;
                case GZIP -> new GZIPOutputStream(bytes);
                case ZSTD -> new ZstdOutputStream(bytes);
            };
        } catch (IOException e) {
            bytes.close();
            throw e;
        }
    }
}
