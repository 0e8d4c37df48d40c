package io.eyewall.cli;

import java.util.Date;
import org.apache.storm.shade.org.yaml.snakeyaml.LoaderOptions;
import org.apache.storm.shade.org.yaml.snakeyaml.Yaml;
import org.apache.storm.shade.org.yaml.snakeyaml.constructor.SafeConstructor;
import org.apache.storm.shade.org.yaml.snakeyaml.error.YAMLException;
import org.jspecify.annotations.Nullable;

/** The value behind the {@code =} of {@code -c KEY=VALUE}. */
public final class ConfValue {
    private ConfValue() {}

    /** As Storm's command line does; what is no YAML, or a date, is a string. */
    public static @Nullable Object parse(String value) {
        try {
            Object read = new Yaml(new SafeConstructor(new LoaderOptions())).load(value);
            return read instanceof Date ? value : read;
        } catch (YAMLException e) {
            return value;
        }
    }
}
