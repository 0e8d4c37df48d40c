package io.eyewall.server.rest;

import java.util.List;

/** The time windows over which Storm counts. */
final class StatWindows {
    static final String ALL_TIME = ":all-time";

    /** The order of windows in a topology's table. Tools rely on this order and on the next one. */
    static final List<String> OF_TOPOLOGY = List.of("10800", "600", "86400", ALL_TIME);

    /** The order of windows in a component's table. */
    static final List<String> OF_COMPONENT = List.of("10800", "86400", ALL_TIME, "600");

    private StatWindows() {}

    /**
     * Formats a window for display.
     *
     * @throws NumberFormatException if it is neither seconds nor {@code :all-time}
     */
    static String displayText(String window) {
        return window.equals(ALL_TIME) ? "All time" : RestText.duration(Integer.parseInt(window));
    }
}
