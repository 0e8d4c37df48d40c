package io.eyewall.cli.flux;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.storm.generated.StormTopology;
import org.jspecify.annotations.Nullable;

/**
 * A topology that Flux has built from a definition and that is not yet submitted. The constructors
 * of its spouts and bolts have run.
 *
 * @param topology the topology to submit
 * @param conf the configuration in the definition
 */
public record FluxTopology(StormTopology topology, Map<String, Object> conf) {
    private static final String FLUX = "org.apache.storm.flux.";

    /**
     * Builds the topology with Storm's own Flux, on the caller's thread.
     *
     * @param source its class loader contains Flux
     * @param file a path, or a class path resource that begins with {@code /}
     * @param check the check of the same file, which finds the positions of errors
     * @throws FluxException if Flux, or application code that Flux calls, throws
     */
    public static FluxTopology build(
            FluxSource source, String file, boolean resource, FluxCheck check)
            throws FluxException {
        Thread thread = Thread.currentThread();
        ClassLoader previousLoader = thread.getContextClassLoader();
        thread.setContextClassLoader(source.loader());
        try {
            return build(source, file, resource);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            Throwable cause = e;
            while (cause instanceof InvocationTargetException && cause.getCause() != null) {
                cause = cause.getCause(); // Flux itself calls by reflection, too
            }
            YamlMap culprit = check.culprit(cause);
            throw (culprit == null
                            ? FluxException.inFile(file, cause.toString(), null)
                            : culprit.problem(cause.toString()))
                    .withCause(cause);
        } finally {
            thread.setContextClassLoader(previousLoader);
        }
    }

    @SuppressWarnings("unchecked") // Storm's Config is a map of that kind
    private static FluxTopology build(FluxSource source, String file, boolean resource)
            throws ReflectiveOperationException {
        ClassLoader loader = source.loader();
        Class<?> parser = Class.forName(FLUX + "parser.FluxParser", true, loader);
        Class<?> builder = Class.forName(FLUX + "FluxBuilder", true, loader);
        Class<?> definitionType = Class.forName(FLUX + "model.TopologyDef", true, loader);
        Class<?> contextType = Class.forName(FLUX + "model.ExecutionContext", true, loader);
        Class<?> configType = Class.forName("org.apache.storm.Config", true, loader);
        Method parse =
                parser.getMethod(
                        resource ? "parseResource" : "parseFile",
                        String.class,
                        boolean.class,
                        boolean.class,
                        Properties.class,
                        boolean.class);
        @Nullable Properties properties = source.properties();
        boolean dumpYaml = false;
        boolean processIncludes = true;
        Object definition =
                parse.invoke(
                        null, file, dumpYaml, processIncludes, properties, source.environment());
        Object config = builder.getMethod("buildConfig", definitionType).invoke(null, definition);
        Object context =
                contextType
                        .getConstructor(definitionType, configType)
                        .newInstance(definition, config);
        Object topology = builder.getMethod("buildTopology", contextType).invoke(null, context);
        return new FluxTopology(
                (StormTopology) topology, new HashMap<>((Map<String, Object>) config));
    }
}
