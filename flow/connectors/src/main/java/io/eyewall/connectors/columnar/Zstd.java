package io.eyewall.connectors.columnar;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import io.eyewall.toolkit.file.Compression;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Compression by {@code zstd-jni}; several consecutive frames are read as one stream. */
public enum Zstd implements Compression {
    /** The only instance. */
    COMPRESSION;

    @Override
    public String suffix() {
        return ".zst";
    }

    @Override
    public InputStream reading(InputStream bytes) throws IOException {
        try {
            return new ZstdInputStream(bytes);
        } catch (IOException e) {
            bytes.close();
            throw e;
        }
    }

    @Override
    public OutputStream writing(OutputStream bytes) throws IOException {
        try {
            return new ZstdOutputStream(bytes).setChecksum(true);
        } catch (IOException e) {
            bytes.close();
            throw e;
        }
    }
}
