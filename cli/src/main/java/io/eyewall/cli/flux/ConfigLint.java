package io.eyewall.cli.flux;

import io.eyewall.topology.config.ConfigKey;
import io.eyewall.topology.config.ConfigKeys;
import io.eyewall.topology.config.NearestName;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.storm.Config;
import org.apache.storm.validation.ConfigValidation;
import org.jspecify.annotations.Nullable;

/**
 * Checks a topology's configuration: values against the rules of Storm and Eyewall, and keys for
 * typing errors.
 */
public final class ConfigLint {
    private static final Set<String> STORM_KEYS =
            Arrays.stream(Config.class.getFields())
                    .filter(field -> Modifier.isStatic(field.getModifiers()))
                    .filter(field -> field.getType() == String.class)
                    .map(ConfigLint::keyName)
                    .collect(Collectors.toSet());

    private ConfigLint() {}

    private static String keyName(Field field) {
        try {
            return String.valueOf(field.get(null));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a public field can't be read", e);
        }
    }

    /**
     * Checks all keys of a configuration.
     *
     * @param holder the mapping that contains the configuration
     * @param key the configuration's key in that mapping
     */
    public static void check(YamlMap holder, String key, Findings findings) {
        findings.attempt(
                () -> {
                    YamlMap config = holder.map(key, "a configuration");
                    if (config != null) {
                        YamlValues.toValues(holder, key)
                                .forEach((name, value) -> check(config, name, value, findings));
                    }
                });
    }

    private static void check(
            YamlMap config, String name, @Nullable Object value, Findings findings) {
        Map<String, Object> singleEntry = Collections.singletonMap(name, value);
        try {
            ConfigValidation.validateFields(singleEntry);
            ConfigKeys.check(singleEntry, ConfigKey.Scope.TOPOLOGY, "config");
        } catch (IllegalArgumentException e) {
            findings.add(config.problemAtKey(name, String.valueOf(e.getMessage())));
        }
        String family = name.substring(0, Math.max(0, name.indexOf('.')));
        // The first word is "topology" or a misspelling of it.
        boolean isTopologyKey = NearestName.nearestSimilar(family, List.of("topology")).isPresent();
        if (isTopologyKey && !STORM_KEYS.contains(name)) {
            Optional<String> suggestion = NearestName.nearestSimilar(name, STORM_KEYS);
            suggestion.ifPresent(
                    known ->
                            findings.warn(
                                    config.problemAtKey(
                                            name,
                                            "Storm has no key '"
                                                    + name
                                                    + "'; did you mean '"
                                                    + known
                                                    + "'?")));
        }
    }
}
