package io.eyewall.server.rest;

import java.util.List;

/** The times over which Storm counts. */
final class Windows {
    static final String ALL_TIME = ":all-time";

    /** The order of a topology's table. Tools count on it, as on the next. */
    static final List<String> OF_TOPOLOGY = List.of("10800", "600", "86400", ALL_TIME);

    /** The order of a component's table. */
    static final List<String> OF_COMPONENT = List.of("10800", "86400", ALL_TIME, "600");

    private Windows() {}

    /**
     * The window for people.
     *
     * @throws NumberFormatException if it is neither seconds nor {@code :all-time}
     */
    static String pretty(String window) {
        return window.equals(ALL_TIME) ? "All time" : Text.duration(Integer.parseInt(window));
    }
}
