package io.eyewall.console.action;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.adaptation.CurrentAlgorithm;
import java.util.Set;

/** Lets people choose how places for executors are found. Any thread may call. */
public interface PlacementChoice {
    /** There is nothing to choose. */
    PlacementChoice NONE =
            new PlacementChoice() {
                @Override
                public Set<String> algorithms() {
                    return Set.of();
                }

                @Override
                public void use(RunningTopology topology, String algorithm) {
                    throw new IllegalStateException("there is nothing to choose from");
                }
            };

    /** Names of those that there are; empty if none can be chosen. */
    default Set<String> algorithms() {
        return CurrentAlgorithm.names(null);
    }

    /**
     * From now on that one finds the places in the process that runs a topology. May wait.
     *
     * @throws IllegalArgumentException if there is no such algorithm
     * @throws IllegalStateException if the process can't be told now
     */
    void use(RunningTopology topology, String algorithm);
}
