package io.eyewall.cli.flux;

/** Runs all checks of a definition that are possible without running the topology. */
public final class FluxLint {
    private FluxLint() {}

    /**
     * Checks a definition. Finds the errors at which {@code eyewall run flux} would stop, and adds
     * warnings.
     *
     * @param build whether Flux builds the topology if there are no errors. Only a built topology
     *     shows the streams and fields that components declare. Building runs the constructors of
     *     spouts and bolts.
     * @return all findings
     */
    public static Findings lint(FluxSource source, String file, boolean resource, boolean build) {
        Findings findings = new Findings();
        FluxCheck check = FluxCheck.check(source, file, resource, findings);
        if (check == null) {
            return findings;
        }
        FluxDefinition definition = check.definition();
        for (YamlMap root : definition.roots) {
            DuplicateKeys.check(root, findings);
            ConfigLint.check(root, "config", findings);
            if (root != definition.root()) {
                checkIncluded(root, findings);
            }
        }
        ShapeLint.check(definition, check.objects().usedComponents(), findings);
        if (build && !findings.hasErrors()) {
            findings.attempt(
                    () -> {
                        FluxTopology built = FluxTopology.build(source, file, resource, check);
                        StreamLint.check(definition, built.topology(), findings);
                        BranchLint.check(definition, built.topology(), source.loader(), findings);
                    });
        }
        return findings;
    }

    /** Warns about the parts of an included file that Flux ignores. */
    private static void checkIncluded(YamlMap root, Findings findings) {
        for (String key : new String[] {"includes", "topologySource"}) {
            if (root.has(key)) {
                findings.warn(
                        root.problemAtKey(key, "Flux ignores '" + key + "' of an included file"));
            }
        }
    }
}
