package io.eyewall.lab.storm;

import java.io.IOException;
import java.io.InputStream;

/** Reads resource files of this package. */
final class BundledFile {
    private BundledFile() {}

    static byte[] read(String name) throws IOException {
        try (InputStream in = BundledFile.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("the module 'lab' lacks the file " + name + "; rebuild it");
            }
            return in.readAllBytes();
        }
    }
}
