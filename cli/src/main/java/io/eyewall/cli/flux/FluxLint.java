package io.eyewall.cli.flux;

/** All that can be said of a definition without running it. */
public final class FluxLint {
    private FluxLint() {}

    /**
     * Checks a definition. The same errors that {@code eyewall run flux} would stop at, and what
     * looks wrong besides.
     *
     * @param build whether to have Flux build the topology, if nothing else is wrong: only then it
     *     is known which streams and fields components declare. Constructors of spouts and bolts
     *     run for that.
     * @return what was found, by place
     */
    public static Findings lint(FluxSource source, String file, boolean resource, boolean build) {
        Findings findings = new Findings();
        FluxCheck check = FluxCheck.check(source, file, resource, findings);
        if (check == null) {
            return findings;
        }
        FluxDefinition definition = check.definition();
        for (YamlMap root : definition.roots) {
            DuplicateKeys.find(root, findings);
            ConfigLint.check(root, "config", findings);
            if (root != definition.root()) {
                checkIncluded(root, findings);
            }
        }
        ShapeLint.check(definition, check.objects().used(), findings);
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

    /** Parts that Flux does not take from an included file. */
    private static void checkIncluded(YamlMap root, Findings findings) {
        for (String key : new String[] {"includes", "topologySource"}) {
            if (root.has(key)) {
                findings.warn(
                        root.problemAtKey(
                                key, "Flux does not look at '" + key + "' of an included file"));
            }
        }
    }
}
