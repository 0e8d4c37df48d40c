package io.eyewall.console.action;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.adaptation.CurrentAlgorithm;
import java.util.Set;

/** Lets users choose the placement algorithm of a topology. Any thread may call. */
public interface PlacementChoice {
    /** Offers no algorithm. */
    PlacementChoice NONE =
            new PlacementChoice() {
                @Override
                public Set<String> algorithms() {
                    return Set.of();
                }

                @Override
                public void use(RunningTopology topology, String algorithm) {
                    throw new IllegalStateException("no placement algorithm can be chosen here");
                }
            };

    /** Returns the names of the available algorithms; empty if none can be chosen. */
    default Set<String> algorithms() {
        return CurrentAlgorithm.names(null);
    }

    /**
     * Switches the process that runs a topology to an algorithm. May wait.
     *
     * @throws IllegalArgumentException if there is no such algorithm
     * @throws IllegalStateException if the process cannot be reached now
     */
    void use(RunningTopology topology, String algorithm);
}
