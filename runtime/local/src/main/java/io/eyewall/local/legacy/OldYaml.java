package io.eyewall.local.legacy;

import org.apache.storm.shade.org.yaml.snakeyaml.DumperOptions;
import org.apache.storm.shade.org.yaml.snakeyaml.LoaderOptions;
import org.apache.storm.shade.org.yaml.snakeyaml.constructor.Constructor;
import org.apache.storm.shade.org.yaml.snakeyaml.constructor.SafeConstructor;
import org.apache.storm.shade.org.yaml.snakeyaml.representer.Representer;

/**
 * Replaces SnakeYAML's classes in rewritten classes. Each class here also has the constructors
 * without options, which old versions of SnakeYAML had. Public only for rewritten classes.
 * Instances are for one thread.
 */
public final class OldYaml {
    private OldYaml() {}

    /** Constructs lists, maps and YAML's scalar types. */
    public static class OldSafeConstructor extends SafeConstructor {
        public OldSafeConstructor() {
            this(new LoaderOptions());
        }

        /** The constructor that SnakeYAML still has. */
        public OldSafeConstructor(LoaderOptions options) {
            super(options);
        }
    }

    /** Constructs objects of any class that a document or the root type names. */
    public static class OldConstructor extends Constructor {
        public OldConstructor() {
            this(new LoaderOptions());
        }

        /** The constructor that SnakeYAML still has. */
        public OldConstructor(LoaderOptions options) {
            super(options);
        }

        /**
         * @param root the type of the document's root object
         */
        public OldConstructor(Class<?> root) {
            this(root, new LoaderOptions());
        }

        /** The constructor that SnakeYAML still has. */
        public OldConstructor(Class<?> root, LoaderOptions options) {
            super(root, options);
        }
    }

    /** Represents objects as YAML nodes. */
    public static class OldRepresenter extends Representer {
        public OldRepresenter() {
            this(new DumperOptions());
        }

        /** The constructor that SnakeYAML still has. */
        public OldRepresenter(DumperOptions options) {
            super(options);
        }
    }
}
