package io.eyewall.cli.terminal;

import org.jspecify.annotations.Nullable;

/** Adds a hint to Storm's own refusal of a topology's name, whose message has only a pattern. */
public final class NameHint {
    private NameHint() {}

    /**
     * Returns the hint for a failure.
     *
     * @return null if the failure has nothing to do with a name
     */
    public static @Nullable String of(Throwable failure) {
        for (StackTraceElement call : failure.getStackTrace()) {
            if (call.getMethodName().equals("validateTopologyName")
                    && call.getClassName().equals("org.apache.storm.utils.Utils")) {
                return "Storm allows none of / . : \\ in a topology's name; where the name is that of"
                        + " a class, take getSimpleName(), or give the main another name among its"
                        + " arguments";
            }
        }
        return null;
    }
}
