package io.eyewall.cli.conf;

import io.eyewall.topology.config.ConfigKeys;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options that say with which saved state a topology begins. */
public final class StateOptions {
    @Option(
            names = "--drop-state",
            paramLabel = "COMPONENT[,COMPONENT...]",
            split = ",",
            hideParamSyntax = true,
            scope = ScopeType.INHERIT,
            description =
                    "Begin without the state that snapshots have of these components; '*': of"
                            + " all. A file that such a component writes begins anew. The state"
                            + " with nothing dropped is kept aside.")
    private List<String> dropped = List.of();

    @Option(
            names = "--from",
            paramLabel = "FOLDER",
            scope = ScopeType.INHERIT,
            description =
                    "Begin with a copy of a snapshot, which 'eyewall snapshot NAME --to FOLDER' has"
                            + " made. Snapshots of earlier runs are put aside.")
    private @Nullable Path from;

    /** Returns the settings of the topology. */
    public Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        if (!dropped.isEmpty()) {
            settings.put(ConfigKeys.SNAPSHOT_DROP.name(), List.copyOf(dropped));
        }
        if (from != null) {
            settings.put(ConfigKeys.SNAPSHOT_FROM.name(), from.toAbsolutePath().toString());
        }
        return settings;
    }
}
