package io.eyewall.cli.application;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Jars besides the application's, given by the options of {@code storm jar}. The application's main
 * method sees their classes. With each topology Storm's submitter uploads them as blobs (Storm:
 * dependency/DependencyUploader.java); it reads their names from two system properties.
 */
public final class DependencyOptions {
    private static final String JARS_PROPERTY = "storm.dependency.jars";
    private static final String ARTIFACTS_PROPERTY = "storm.dependency.artifacts";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Option(
            names = "--jars",
            paramLabel = "FILE[,FILE...]",
            split = ",",
            hideParamSyntax = true,
            description =
                    "Additional jars that the application needs; they are submitted with"
                            + " its topologies.")
    private List<Path> jars = List.of();

    @Option(
            names = "--artifacts",
            paramLabel = "GROUP:NAME:VERSION[^GROUP:NAME...][,...]",
            split = ",",
            hideParamSyntax = true,
            description =
                    "Maven artifacts that the application needs, with their dependencies,"
                            + " except those that follow a ^. 'mvn' resolves them, in the local"
                            + " repository first.")
    private List<String> artifacts = List.of();

    @Option(
            names = "--artifactRepositories",
            paramLabel = "ID^URL[,...]",
            split = ",",
            hideParamSyntax = true,
            description =
                    "Further repositories for artifacts, in addition to Maven Central;"
                            + " also file: URLs.")
    private List<String> repositories = List.of();

    @Option(
            names = "--mavenLocalRepositoryDirectory",
            paramLabel = "DIR",
            description = "Maven's local repository (default: that of mvn).")
    private @Nullable Path localRepository;

    /**
     * Finds the jars, resolves the artifacts and sets the two properties that Storm's submitter
     * reads.
     *
     * @param programs jars of the artifacts that the application itself names
     * @return the jars, and those of the artifacts and their dependencies
     * @throws ParameterException if a jar or an artifact can't be found
     */
    List<Path> resolve(Map<String, Path> programs) {
        List<Path> files = new ArrayList<>();
        for (Path jar : jars) {
            if (!Files.isReadable(jar) || Files.isDirectory(jar)) {
                throw usageError("--jars: " + jar + " is not a readable file");
            }
            files.add(jar.toAbsolutePath());
        }
        Map<String, String> artifactFiles = new LinkedHashMap<>();
        programs.forEach((name, file) -> artifactFiles.put(name, file.toString()));
        if (!artifacts.isEmpty()) {
            try {
                new MavenArtifacts(repositories, localRepository)
                        .find(artifacts)
                        .forEach((name, file) -> artifactFiles.put(name, file.toString()));
            } catch (IllegalArgumentException | IOException e) {
                throw usageError("--artifacts: " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw usageError("--artifacts: interrupted");
            }
        }
        System.setProperty(
                JARS_PROPERTY, files.stream().map(Path::toString).collect(Collectors.joining(",")));
        System.setProperty(ARTIFACTS_PROPERTY, JSONValue.toJSONString(artifactFiles));
        artifactFiles.values().forEach(file -> files.add(Path.of(file)));
        return files;
    }

    private ParameterException usageError(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
