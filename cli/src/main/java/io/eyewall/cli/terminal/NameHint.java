package io.eyewall.cli.terminal;

import org.jspecify.annotations.Nullable;

/** Explains why Storm rejects a topology's name. Storm's own message contains only a pattern. */
public final class NameHint {
    private NameHint() {}

    /**
     * Returns the hint for a failure.
     *
     * @return null if the failure has nothing to do with a name
     */
    public static @Nullable String find(Throwable failure) {
        for (StackTraceElement call : failure.getStackTrace()) {
            if (call.getMethodName().equals("validateTopologyName")
                    && call.getClassName().equals("org.apache.storm.utils.Utils")) {
                return "Storm allows none of / . : \\ in a topology's name; if it is the name of a"
                        + " class, use getSimpleName(), or pass another name to the main method as"
                        + " an argument";
            }
        }
        return null;
    }
}
