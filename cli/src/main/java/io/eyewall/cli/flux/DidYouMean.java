package io.eyewall.cli.flux;

import io.eyewall.topology.config.NearestName;
import java.util.Collection;

/** Adds a suggestion to a message about a name that does not exist. */
public final class DidYouMean {
    private DidYouMean() {}

    /** Returns the suggestion; empty if no known name is similar. */
    public static String suggestion(String name, Collection<String> known) {
        return NearestName.nearestSimilar(name, known)
                .map(near -> "; did you mean '" + near + "'?")
                .orElse("");
    }
}
