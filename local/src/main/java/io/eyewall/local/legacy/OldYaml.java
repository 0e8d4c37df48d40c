package io.eyewall.local.legacy;

import org.apache.storm.shade.org.yaml.snakeyaml.DumperOptions;
import org.apache.storm.shade.org.yaml.snakeyaml.LoaderOptions;
import org.apache.storm.shade.org.yaml.snakeyaml.constructor.Constructor;
import org.apache.storm.shade.org.yaml.snakeyaml.constructor.SafeConstructor;
import org.apache.storm.shade.org.yaml.snakeyaml.representer.Representer;

/**
 * Replaces classes of the SnakeYAML that Storm brings in rewritten classes, for their constructors
 * took no options. Public for them alone.
 */
public final class OldYaml {
    private OldYaml() {}

    /** Makes lists, maps and what YAML itself has. */
    public static class OldSafeConstructor extends SafeConstructor {
        public OldSafeConstructor() {
            this(new LoaderOptions());
        }

        /** As today. */
        public OldSafeConstructor(LoaderOptions options) {
            super(options);
        }
    }

    /** Makes objects of classes. */
    public static class OldConstructor extends Constructor {
        public OldConstructor() {
            this(new LoaderOptions());
        }

        /** As today. */
        public OldConstructor(LoaderOptions options) {
            super(options);
        }

        /**
         * @param root of the whole document
         */
        public OldConstructor(Class<?> root) {
            this(root, new LoaderOptions());
        }

        /** As today. */
        public OldConstructor(Class<?> root, LoaderOptions options) {
            super(root, options);
        }
    }

    /** Writes objects. */
    public static class OldRepresenter extends Representer {
        public OldRepresenter() {
            this(new DumperOptions());
        }

        /** As today. */
        public OldRepresenter(DumperOptions options) {
            super(options);
        }
    }
}
