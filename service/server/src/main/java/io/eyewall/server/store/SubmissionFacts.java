package io.eyewall.server.store;

import java.util.List;

/**
 * The facts of a topology's submission besides its jar, structure and configuration.
 *
 * @param id unique among all topologies
 * @param name unique among the topologies that are not over
 * @param launchTimeSecs time of submission, in seconds since 1970
 * @param dependencies names of further jars in the folder {@code dependencies}, in class path order
 */
public record SubmissionFacts(
        String id, String name, int launchTimeSecs, List<String> dependencies) {
    public SubmissionFacts {
        dependencies = List.copyOf(dependencies);
    }
}
