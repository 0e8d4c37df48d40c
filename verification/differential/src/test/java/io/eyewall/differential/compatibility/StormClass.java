package io.eyewall.differential.compatibility;

import java.util.List;
import java.util.Set;

/**
 * A public class of storm-client.
 *
 * @param name as in an import: {@code org.apache.storm.topology.base.BaseWindowedBolt.Count}
 * @param isInterface whether it has no code of its own that could be initialised
 * @param supertypes names of all classes and interfaces of Storm that it extends or implements
 */
record StormClass(String name, String packageName, boolean isInterface, Set<String> supertypes) {
    private static final String ROOT = "org.apache.storm";

    /** The name within its package. */
    String shortName() {
        return name.substring(packageName.length() + 1);
    }

    /**
     * The outermost class's file, as the programs name their sources: {@code tuple/Fields.java}.
     */
    String sourceFile() {
        String folder =
                packageName.equals(ROOT)
                        ? ""
                        : packageName.substring(ROOT.length() + 1).replace('.', '/') + "/";
        return folder + List.of(shortName().split("\\.")).get(0) + ".java";
    }
}
