package io.eyewall.cli;

import io.eyewall.cli.flux.YamlProblem;
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
 * A configuration file that Storm is going to read. Storm itself reads it while a class of its own
 * is initialised, where an error in it ends in a stack trace.
 */
final class ConfFile {
    private ConfFile() {}

    /**
     * @throws ConfigException if it can't be read, is no YAML, is not a mapping, or sets a key of
     *     the engine wrongly; names the file and, where there is one, line and column
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
            return; // empty, or comments alone
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
