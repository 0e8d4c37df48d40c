package io.eyewall.nativetask.memory;

import io.eyewall.nativetask.NativeTaskException;
import java.nio.file.Path;

/** The library that Java speaks with native tasks by. */
public final class Bridge {
    /** The system property that says where it is. */
    public static final String PROPERTY = "eyewall.native.bridge";

    private static boolean loaded;

    private Bridge() {}

    /**
     * Loads it, once per process.
     *
     * @param found where it was found, if nothing else is said
     */
    public static synchronized void load(Path found) {
        if (loaded) {
            return;
        }
        try {
            System.load(found.toAbsolutePath().toString());
        } catch (UnsatisfiedLinkError e) {
            throw new NativeTaskException(
                    "cannot load "
                            + found
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
