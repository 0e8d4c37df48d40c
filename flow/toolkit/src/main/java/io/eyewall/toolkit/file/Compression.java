package io.eyewall.toolkit.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;

/** A compression of files. Implementations are immutable and serializable. */
public interface Compression extends Serializable {
    /** Returns the suffix of the names of such files, such as {@code .gz}. */
    String suffix();

    /** Returns the decompressed bytes; closes the given stream on failure. */
    InputStream reading(InputStream bytes) throws IOException;

    /** Returns a stream that compresses into the given one; closes the given stream on failure. */
    OutputStream writing(OutputStream bytes) throws IOException;

    /** Returns the compression that leaves bytes unchanged. */
    static Compression none() {
        return BuiltInCompression.NONE;
    }

    /** Returns gzip; several consecutive members are read as one file. */
    static Compression gzip() {
        return BuiltInCompression.GZIP;
    }
}
