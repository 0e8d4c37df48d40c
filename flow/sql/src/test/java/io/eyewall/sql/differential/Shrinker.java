package io.eyewall.sql.differential;

import java.sql.SQLException;

/** Makes failing scripts smaller. */
final class Shrinker {
    private static final int MAX_TRIES = 1500;

    private Shrinker() {}

    /**
     * Returns a script that fails in the same way, and of which nothing smaller does, unless that
     * takes too many tries.
     */
    static Script shrink(Script script, Verdict verdict, There there) throws SQLException {
        Script least = script;
        int tries = 0;
        boolean smaller = true;
        while (smaller) {
            smaller = false;
            for (Script each : least.smaller()) {
                if (++tries > MAX_TRIES) {
                    return least;
                }
                if (Verdict.of(each, there).kind().equals(verdict.kind())) {
                    least = each;
                    smaller = true;
                    break;
                }
            }
        }
        return least;
    }
}
