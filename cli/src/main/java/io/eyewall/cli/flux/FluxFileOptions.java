package io.eyewall.cli.flux;

import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of Flux that control how its files are read. */
public final class FluxFileOptions {
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

    /** Returns the properties file; null if none is given. */
    public @Nullable String filter() {
        return filter;
    }

    /** Returns whether environment variables are substituted. */
    public boolean envFilter() {
        return envFilter;
    }

    /** Returns whether the files are class path resources. */
    public boolean resource() {
        return resource;
    }

    /** Returns the name by which Flux finds a file. */
    public String fluxName(String file) {
        return resource && !file.startsWith("/") ? "/" + file : file;
    }

    /**
     * Returns the source of definitions that these options describe.
     *
     * @param loader the application's class loader
     * @throws FluxException if the properties can't be read
     */
    public FluxSource source(ClassLoader loader) throws FluxException {
        Properties properties =
                filter == null ? null : FluxSource.properties(loader, filter, resource);
        return new FluxSource(loader, properties, envFilter);
    }
}
