package io.eyewall.cli.conf;

import java.util.Date;
import org.apache.storm.shade.org.yaml.snakeyaml.LoaderOptions;
import org.apache.storm.shade.org.yaml.snakeyaml.Yaml;
import org.apache.storm.shade.org.yaml.snakeyaml.constructor.SafeConstructor;
import org.apache.storm.shade.org.yaml.snakeyaml.error.YAMLException;
import org.jspecify.annotations.Nullable;

/** The value that follows {@code =} in {@code -c KEY=VALUE}. */
public final class ConfValue {
    private ConfValue() {}

    /**
     * Parses a value as Storm's command line does. Text that is not YAML, and dates, become
     * strings.
     */
    public static @Nullable Object parse(String value) {
        try {
            Object read = new Yaml(new SafeConstructor(new LoaderOptions())).load(value);
            return read instanceof Date ? value : read;
        } catch (YAMLException e) {
            return value;
        }
    }
}
