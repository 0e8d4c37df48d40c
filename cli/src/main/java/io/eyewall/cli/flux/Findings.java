package io.eyewall.cli.flux;

import io.eyewall.cli.finding.LintFinding;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects the findings of a check. After an error the check continues with the parts that can
 * still be checked.
 */
public final class Findings {
    private final List<LintFinding> findings = new ArrayList<>();
    private @Nullable FluxException firstError;

    /** A part of a check that ends at its first error. */
    public interface Part {
        /**
         * Runs this part of the check.
         *
         * @throws FluxException the first error
         */
        void run() throws FluxException;
    }

    /** Runs a part and adds its error, if there is one. */
    public void attempt(Part part) {
        try {
            part.run();
        } catch (FluxException e) {
            add(e);
        }
    }

    /** Adds an error, unless another check has already added it. */
    public void add(FluxException error) {
        if (!findings.contains(error.finding())) {
            findings.add(error.finding());
        }
        if (firstError == null) {
            firstError = error;
        }
    }

    /** Adds an error as a warning. */
    public void warn(FluxException error) {
        findings.add(error.finding().asWarning());
    }

    /** Adds an error for each key that is not allowed. Flux refuses such keys, too. */
    public void addUnknownKeys(YamlMap map, String kind, List<String> allowed) {
        map.unknownKeys(kind, allowed).forEach(this::add);
    }

    /** Returns all findings in the order in which they were found. */
    public List<LintFinding> all() {
        return List.copyOf(findings);
    }

    /** Returns whether there is an error among the findings. */
    public boolean hasErrors() {
        return firstError != null;
    }

    /**
     * Throws the first error, for callers that stop there.
     *
     * @throws FluxException the first error, if there is one
     */
    void throwFirst() throws FluxException {
        if (firstError != null) {
            throw firstError;
        }
    }
}
