package io.eyewall.cluster.lab.storm;

import java.io.IOException;
import java.io.InputStream;

/** Files of this package. */
final class Resource {
    private Resource() {}

    static byte[] bytes(String name) throws IOException {
        try (InputStream in = Resource.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("the module 'cluster' has no " + name + "; build it again");
            }
            return in.readAllBytes();
        }
    }
}
