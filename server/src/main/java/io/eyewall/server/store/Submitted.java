package io.eyewall.server.store;

import java.util.List;

/**
 * The facts of a topology's submission, beside its jar, its structure and its configuration.
 *
 * @param id of no other topology
 * @param name of no other topology that is not over
 * @param launchTimeSecs of its submission, seconds since 1970
 * @param dependencies names of further jars, in their order, in the folder {@code dependencies}
 */
public record Submitted(String id, String name, int launchTimeSecs, List<String> dependencies) {
    public Submitted {
        dependencies = List.copyOf(dependencies);
    }
}
