package io.eyewall.cli;

import io.eyewall.cli.flux.FluxException;
import io.eyewall.cli.flux.FluxSource;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of Flux that say how its files are read. */
final class FluxFiles {
    @Option(
            names = {"-f", "--filter"},
            paramLabel = "FILE",
            description = "Replace $${name} by the values in this properties file.")
    private @Nullable String filter;

    @Option(
            names = {"-e", "--env-filter"},
            description = "Replace $${ENV-NAME} by the environment variable NAME.")
    private boolean envFilter;

    @Option(
            names = {"-R", "--resource"},
            description = "FILE.yaml and the filter are resources in the jars.")
    private boolean resource;

    /** A properties file; null if there is none. */
    @Nullable String filter() {
        return filter;
    }

    boolean envFilter() {
        return envFilter;
    }

    boolean resource() {
        return resource;
    }

    /** The file as Flux wants it named. */
    String name(String file) {
        return resource && !file.startsWith("/") ? "/" + file : file;
    }

    /**
     * @param loader of the application
     * @throws FluxException if the properties can't be read
     */
    FluxSource source(ClassLoader loader) throws FluxException {
        Properties properties =
                filter == null ? null : FluxSource.properties(loader, filter, resource);
        return new FluxSource(loader, properties, envFilter);
    }
}
