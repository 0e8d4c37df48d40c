package io.eyewall.local;

import org.apache.storm.utils.Utils;

/** Rules for names of topologies. */
public final class TopologyName {
    private TopologyName() {}

    /**
     * Refuses what Storm's Nimbus refuses: by its rule for names, and, of characters that nobody
     * sees, by that for the keys of blobs ({@code Utils.isValidKey}), since it keeps a topology
     * under its id. A line break could forge a line of a log, and none of them can be typed back.
     * What else may not be in a key, such as a comma, is allowed here.
     *
     * @throws IllegalArgumentException says why
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
        int odd = name.codePoints().filter(VisibleText::isInvisible).findFirst().orElse(-1);
        if (odd >= 0) {
            throw new IllegalArgumentException(
                    "topology name '%s' has the character U+%04X, which controls how text is shown; Storm's Nimbus doesn't keep such a topology either (Utils.isValidKey); leave it out"
                            .formatted(VisibleText.of(name), odd));
        }
    }
}
