package io.eyewall.differential.program.flux;

import io.eyewall.differential.stage.Scratch;
import io.eyewall.differential.stage.Stage;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Properties;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;

/**
 * Calls Storm's Flux by name: programs are compiled without it, since its parent's pom does not
 * resolve.
 */
final class Flux {
    private static final String PACKAGE = "org.apache.storm.flux.";

    private Flux() {}

    /** Writes a definition to a file for Flux and returns the file's path. */
    static String write(String yaml) throws Exception {
        return Scratch.file("flux.yaml", yaml.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /** Submits a definition under the stage's name. */
    static void submit(Stage stage, String yaml) throws Exception {
        submit(stage, yaml, new Properties());
    }

    /**
     * Submits a definition with properties.
     *
     * @param properties values for <code>${name}</code>; <code>${ENV-NAME}</code> is substituted as
     *     well
     */
    static void submit(Stage stage, String yaml, Properties properties) throws Exception {
        Object definition =
                method("parser.FluxParser", "parseFile")
                        .invoke(null, write(yaml), false, true, properties, true);
        Config conf = (Config) method("FluxBuilder", "buildConfig").invoke(null, definition);
        conf.putAll(stage.conf());
        Constructor<?> context =
                Class.forName(PACKAGE + "model.ExecutionContext")
                        .getConstructor(definition.getClass(), Config.class);
        StormTopology topology =
                (StormTopology)
                        method("FluxBuilder", "buildTopology")
                                .invoke(null, context.newInstance(definition, conf));
        stage.submitAs(stage.name(), topology, conf);
    }

    private static Method method(String className, String name) throws ClassNotFoundException {
        return Arrays.stream(Class.forName(PACKAGE + className).getMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + name + " in " + className));
    }
}
