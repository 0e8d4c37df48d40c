package io.eyewall.local;

import org.apache.storm.utils.Utils;

/** The rules for names of topologies. Any thread may call. */
public final class TopologyName {
    private TopologyName() {}

    /**
     * Rejects names that break Storm's rule for topology names, and names with invisible
     * characters. Storm's Nimbus rejects the latter by its rule for blob keys ({@code
     * Utils.isValidKey}), since it stores a topology under its id. A line break could forge a line
     * of a log, and invisible characters can't be typed into a command. Other characters that a
     * blob key may not contain, such as a comma, are allowed here.
     *
     * @throws IllegalArgumentException with the reason, if the name is rejected
     */
    public static void check(String name) {
        try {
            Utils.validateTopologyName(name);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "topology name '"
                            + (name == null ? null : VisibleText.of(name))
                            + "' is against Storm's rule (Utils.validateTopologyName): at least one"
                            + " character, and none of / . : \\; give a class's simple name, say,"
                            + " instead of its full one",
                    e);
        }
        int invisible = name.codePoints().filter(VisibleText::isInvisible).findFirst().orElse(-1);
        if (invisible >= 0) {
            throw new IllegalArgumentException(
                    "topology name '%s' has the character U+%04X, which controls how text is shown; Storm's Nimbus doesn't keep such a topology either (Utils.isValidKey); leave it out"
                            .formatted(VisibleText.of(name), invisible));
        }
    }
}
