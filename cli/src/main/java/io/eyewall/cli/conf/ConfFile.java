package io.eyewall.cli.conf;

import io.eyewall.cli.finding.YamlProblem;
import io.eyewall.topology.config.ConfigException;
import io.eyewall.topology.config.ConfigKey;
import io.eyewall.topology.config.ConfigKeys;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.storm.shade.org.yaml.snakeyaml.LoaderOptions;
import org.apache.storm.shade.org.yaml.snakeyaml.Yaml;
import org.apache.storm.shade.org.yaml.snakeyaml.constructor.SafeConstructor;
import org.apache.storm.shade.org.yaml.snakeyaml.error.YAMLException;

/**
 * Checks a configuration file before Storm reads it. Storm reads the file in the static initializer
 * of one of its classes, where an error in the file ends in a stack trace.
 */
final class ConfFile {
    private ConfFile() {}

    /**
     * Checks a file.
     *
     * @throws ConfigException if the file can't be read, is not YAML, is not a mapping, or has a
     *     wrong value for a key of the engine; the message names the file and, where known, line
     *     and column
     */
    static void check(Path file) throws ConfigException {
        Object read;
        try (Reader reader = Files.newBufferedReader(file)) {
            read = new Yaml(new SafeConstructor(new LoaderOptions())).load(reader);
        } catch (YAMLException e) {
            throw new ConfigException(YamlProblem.describe(file.toString(), e));
        } catch (IOException e) {
            throw new ConfigException(file + ": no such file, or it can't be read");
        }
        if (read == null) {
            return; // empty, or only comments
        }
        if (!(read instanceof Map<?, ?> map)) {
            throw new ConfigException(
                    file + ": expected KEY: VALUE on each line, found " + describe(read));
        }
        Map<String, Object> conf = new LinkedHashMap<>();
        map.forEach((key, value) -> conf.put(String.valueOf(key), value));
        ConfigKeys.check(conf, ConfigKey.Scope.ENGINE, file.toString());
    }

    private static String describe(Object read) {
        return read instanceof Iterable<?> ? "a list" : "'" + read + "'";
    }
}
