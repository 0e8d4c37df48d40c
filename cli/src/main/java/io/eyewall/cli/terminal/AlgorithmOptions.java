package io.eyewall.cli.terminal;

import io.eyewall.engine.adaptation.CurrentAlgorithm;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Options that select the placement algorithm: {@code ALGORITHM -p NAME=VALUE --period SECONDS}.
 */
public final class AlgorithmOptions {
    @Parameters(
            index = "0",
            paramLabel = "ALGORITHM",
            description =
                    "affinity, tstorm, round-robin, pinned, the name of a plug-in, or off:"
                            + " executors stay where they are.")
    private String algorithm = "";

    @Option(
            names = "-p",
            paramLabel = "NAME=VALUE",
            description =
                    "A parameter (docs/concepts/placement.md; for clusters also"
                            + " docs/guides/cluster.md); parameters that are not given get their"
                            + " defaults.")
    private Map<String, Double> parameters = Map.of();

    @Option(
            names = "--period",
            paramLabel = "SECONDS",
            description = "Seconds between two evaluations of load and traffic.")
    private @Nullable Integer periodSecs;

    /** Returns the algorithm's name. */
    public String algorithm() {
        return algorithm;
    }

    /** Returns whether executors are to stay where they are. */
    public boolean isOff() {
        return algorithm.equals(CurrentAlgorithm.OFF);
    }

    /** Returns the algorithm parameters that were given, by name. */
    public Map<String, Double> parameters() {
        return parameters;
    }

    /** Returns the time between two evaluations in seconds; null to leave it unchanged. */
    public @Nullable Integer periodSecs() {
        return periodSecs;
    }
}
