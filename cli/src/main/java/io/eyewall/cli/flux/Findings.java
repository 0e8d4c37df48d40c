package io.eyewall.cli.flux;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The findings of a check so far: after an error it continues with what can still be checked. */
public final class Findings {
    private final List<LintFinding> all = new ArrayList<>();
    private @Nullable FluxException first;

    /** A part of a check that ends with what it finds first. */
    public interface Part {
        /**
         * Checks.
         *
         * @throws FluxException what is wrong
         */
        void run() throws FluxException;
    }

    /** Runs a part and keeps what it finds. */
    public void attempt(Part part) {
        try {
            part.run();
        } catch (FluxException e) {
            add(e);
        }
    }

    /** An error, once, though several checks may find it. */
    public void add(FluxException error) {
        if (!all.contains(error.finding())) {
            all.add(error.finding());
        }
        if (first == null) {
            first = error;
        }
    }

    /** The same, only less bad. */
    public void warn(FluxException error) {
        all.add(error.finding().asWarning());
    }

    /** Refuses other keys, which Flux does too. */
    public void allow(YamlMap map, String what, List<String> allowed) {
        map.unknownKeys(what, allowed).forEach(this::add);
    }

    /** In the order in which they were found. */
    public List<LintFinding> all() {
        return List.copyOf(all);
    }

    /** Whether there is an error among them. */
    public boolean hasErrors() {
        return first != null;
    }

    /**
     * For those who go no further than the first error.
     *
     * @throws FluxException that one
     */
    void throwFirst() throws FluxException {
        if (first != null) {
            throw first;
        }
    }
}
