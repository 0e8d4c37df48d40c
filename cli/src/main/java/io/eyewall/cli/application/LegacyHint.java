package io.eyewall.cli.application;

import io.eyewall.local.legacy.LegacyClassLoader;
import java.io.FileNotFoundException;
import org.jspecify.annotations.Nullable;

/** Explains failures of applications that were written for Storm 0.8 to 0.10. */
public final class LegacyHint {
    private static final String LEGACY_OPTION_HINT =
            "the application names classes of Storm 0.8 to 0.10; run it with --legacy";

    private static final String CLOJURE_HINT =
            "the application is written in Clojure: it needs Storm's own Clojure code"
                    + " (backtype.storm.clojure), which Storm 2.x no longer has; run its Java"
                    + " topologies, or write its spouts and bolts in Java";

    private static final String TESTING_HINT =
            "backtype.storm.Testing was Clojure code, which Storm 2.x no longer has; compile the"
                    + " test against org.apache.storm.Testing of storm-server 2.x, which runs on"
                    + " eyewall-local";

    private LegacyHint() {}

    /**
     * Returns a hint at the remedy for a failure.
     *
     * @param loader the application's class loader
     * @return null if the failure has nothing to do with old Storm
     */
    public static @Nullable String find(Throwable failure, ClassLoader loader) {
        boolean loadedAsLegacy = loader instanceof LegacyClassLoader;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String message = String.valueOf(cause.getMessage()).replace('.', '/');
            if (isMissingClass(cause)) {
                if (message.startsWith("clojure/")) {
                    return CLOJURE_HINT;
                }
                if (message.startsWith("backtype/storm/") || message.startsWith("storm/trident/")) {
                    return loadedAsLegacy ? removedClassHint(message) : LEGACY_OPTION_HINT;
                }
            }
            // Clojure's own loader looks for source files.
            if (cause instanceof FileNotFoundException && message.contains("backtype/storm/")) {
                return CLOJURE_HINT;
            }
        }
        return null;
    }

    private static boolean isMissingClass(Throwable cause) {
        return cause instanceof NoClassDefFoundError || cause instanceof ClassNotFoundException;
    }

    private static String removedClassHint(String name) {
        return name.equals("backtype/storm/Testing")
                ? TESTING_HINT
                : "neither Storm 2.x nor the command has "
                        + name.replace('/', '.')
                        + "; docs/guides/legacy.md lists the parts of old Storm that are missing";
    }
}
