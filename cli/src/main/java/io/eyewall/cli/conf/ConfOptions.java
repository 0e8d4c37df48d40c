package io.eyewall.cli.conf;

import io.eyewall.topology.config.ConfigException;
import io.eyewall.topology.config.ConfigKey;
import io.eyewall.topology.config.ConfigKeys;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The options that configure topologies and the engine. */
public final class ConfOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Option(
            names = "-c",
            paramLabel = "KEY=VALUE",
            scope = ScopeType.INHERIT,
            description =
                    "Set a configuration key; overrides all other settings. VALUE is"
                            + " parsed as YAML.")
    private List<String> settings = List.of();

    @Option(
            names = "--conf",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "Read the configuration from a YAML file instead of storm.yaml.")
    private @Nullable Path file;

    @Option(
            names = "--cores",
            paramLabel = "N",
            scope = ScopeType.INHERIT,
            description = "Core threads of the engine (default: all processors).")
    private @Nullable Integer cores;

    /** The settings of other options. */
    private final Map<String, Object> added = new LinkedHashMap<>();

    /** Adds the settings of other options; -c overrides them. */
    public void add(Map<String, Object> moreSettings) {
        added.putAll(moreSettings);
    }

    /**
     * Checks the options and passes them to Storm in the same system properties that Storm's own
     * command sets. To be called before any class of Storm that reads configuration is initialised.
     *
     * @return the settings that override every topology's own configuration
     * @throws ParameterException if an option is wrong
     */
    public Map<String, Object> install() {
        Map<String, Object> overrides = new LinkedHashMap<>(added);
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            if (equals <= 0) {
                throw usageError("-c " + setting + ": expected KEY=VALUE");
            }
            overrides.put(
                    setting.substring(0, equals), ConfValue.parse(setting.substring(equals + 1)));
        }
        if (cores != null) {
            overrides.put(ConfigKeys.CORES.name(), cores);
        }
        try {
            ConfigKeys.check(overrides, ConfigKey.Scope.ENGINE, "command line");
            if (file != null) {
                ConfFile.check(file);
            }
        } catch (ConfigException e) {
            throw usageError(String.valueOf(e.getMessage()));
        }
        if (file != null) {
            System.setProperty("storm.conf.file", file.toAbsolutePath().toString());
        }
        if (!overrides.isEmpty()) {
            System.setProperty("storm.options", stormOptions(overrides));
        }
        return overrides;
    }

    /** Returns the settings in the form that Storm's {@code Utils.readCommandLineOpts} reads. */
    private static String stormOptions(Map<String, Object> overrides) {
        return overrides.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + JSONValue.toJSONString(entry.getValue()))
                .map(option -> URLEncoder.encode(option, StandardCharsets.UTF_8))
                .collect(Collectors.joining(","));
    }

    private ParameterException usageError(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
