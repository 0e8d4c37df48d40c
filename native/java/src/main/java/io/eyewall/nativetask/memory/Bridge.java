package io.eyewall.nativetask.memory;

import io.eyewall.nativetask.NativeTaskException;
import java.nio.file.Path;

/** The JNI library that connects Java with native tasks. Thread-safe. */
public final class Bridge {
    /** System property with the path of the library. */
    public static final String PROPERTY = "eyewall.native.bridge";

    private static boolean loaded;

    private Bridge() {}

    /**
     * Loads the library, once per process; further calls have no effect.
     *
     * @param library the library's path
     * @throws NativeTaskException if the library cannot be loaded
     */
    public static synchronized void load(Path library) {
        if (loaded) {
            return;
        }
        try {
            System.load(library.toAbsolutePath().toString());
        } catch (UnsatisfiedLinkError e) {
            throw new NativeTaskException(
                    "cannot load "
                            + library
                            + ": "
                            + e.getMessage()
                            + "; build it on this machine with native/build-for-maven, or name"
                            + " another by -D"
                            + PROPERTY,
                    e);
        }
        loaded = true;
    }
}
