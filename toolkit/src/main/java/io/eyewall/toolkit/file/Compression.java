package io.eyewall.toolkit.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;

/** How bytes of a file are compressed. */
public interface Compression extends Serializable {
    /** What the names of such files end with, such as {@code .gz}. */
    String suffix();

    /** What the bytes were before; closes them if it fails. */
    InputStream reading(InputStream bytes) throws IOException;

    /** Compresses into the given stream; closes that if it fails. */
    OutputStream writing(OutputStream bytes) throws IOException;

    /** Not at all. */
    static Compression none() {
        return BuiltInCompression.NONE;
    }

    /** By gzip; several members one after the other are read as one. */
    static Compression gzip() {
        return BuiltInCompression.GZIP;
    }
}
