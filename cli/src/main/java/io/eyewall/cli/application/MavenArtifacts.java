package io.eyewall.cli.application;

import io.eyewall.engine.temporary.TemporaryFolder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds artifacts and their dependencies with the user's own Maven and thereby with the user's
 * settings, mirrors and passwords. Searches the local repository first, without network access.
 */
final class MavenArtifacts {
    /** The Maven goal that lists files; the build itself uses the same version. */
    private static final String LIST_GOAL =
            "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:list";

    private static final String COORDINATE = "[A-Za-z0-9_.-]+";
    private static final Pattern ARTIFACT =
            Pattern.compile("(?<g>%1$s):(?<a>%1$s):(?<v>%1$s)".formatted(COORDINATE));
    private static final Pattern EXCLUSION =
            Pattern.compile("(?<g>%1$s):(?<a>%1$s|\\*)".formatted(COORDINATE));
    private static final Pattern REPOSITORY =
            Pattern.compile("(?<id>%s)\\^(?<url>(https?|file):[^\\s<>&]+)".formatted(COORDINATE));

    /** Terminal colours, which some start scripts of Maven print even in batch mode. */
    private static final Pattern TERMINAL_COLOURS = Pattern.compile("\u001b\\[[0-9;]*m");

    /** A line of the list that the plugin prints. */
    private static final Pattern LISTED_ARTIFACT =
            Pattern.compile(
                    "\\s+(?<name>%1$s:%1$s:jar(:%1$s)?:%1$s):(compile|runtime):(?<file>.+?\\.jar)(\\s.*)?"
                            .formatted(COORDINATE));

    private final List<String> repositories;
    private final @Nullable Path localRepository;

    /**
     * Sets the repositories in which {@link #find} searches.
     *
     * @param repositories further repositories, as {@code ID^URL}
     * @param localRepository the local repository; null for the default one
     */
    MavenArtifacts(List<String> repositories, @Nullable Path localRepository) {
        this.repositories = repositories;
        this.localRepository = localRepository;
    }

    /**
     * Finds artifacts and their dependencies.
     *
     * @param artifacts as {@code GROUP:NAME:VERSION}, with exclusions {@code ^GROUP:NAME}
     * @return files by {@code GROUP:NAME:jar:VERSION}
     * @throws IllegalArgumentException if an artifact has another form or is not found
     * @throws IOException if Maven can't be run
     */
    Map<String, Path> find(List<String> artifacts) throws IOException, InterruptedException {
        String pom = pomXml(artifacts);
        try (TemporaryFolder folder = TemporaryFolder.make("eyewall-artifacts-")) {
            Path pomFile = folder.path().resolve("pom.xml");
            Path listFile = folder.path().resolve("artifacts.txt");
            Path output = folder.path().resolve("output.txt");
            Files.writeString(pomFile, pom);
            if (runListGoal(pomFile, listFile, output, true) != 0
                    && runListGoal(pomFile, listFile, output, false) != 0) {
                throw new IllegalArgumentException(
                        String.join(", ", artifacts) + " can't be resolved: " + firstError(output));
            }
            return parseList(Files.readAllLines(listFile));
        }
    }

    private int runListGoal(Path pom, Path listFile, Path output, boolean offline)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(mavenExecutable(), "-q", "-B"));
        if (offline) {
            command.add("-o");
        }
        if (localRepository != null) {
            command.add("-Dmaven.repo.local=" + localRepository.toAbsolutePath());
        }
        command.addAll(
                List.of(
                        "-f",
                        pom.toString(),
                        LIST_GOAL,
                        "-DincludeScope=runtime",
                        "-DoutputAbsoluteArtifactFilename=true",
                        "-DoutputFile=" + listFile));
        Process process;
        try {
            process =
                    new ProcessBuilder(command)
                            .directory(Objects.requireNonNull(pom.getParent()).toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start();
        } catch (IOException e) {
            throw new IOException(
                    ("Maven, which resolves them, can't be run (%s); put mvn into the PATH, or give"
                                    + " the files by --jars")
                            .formatted(e.getMessage()),
                    e);
        }
        try {
            process.getOutputStream().close();
            return process.waitFor();
        } finally {
            process.destroy();
        }
    }

    private static String mavenExecutable() {
        String home = System.getenv("MAVEN_HOME");
        return home == null ? "mvn" : home + File.separator + "bin" + File.separator + "mvn";
    }

    private static String firstError(Path output) throws IOException {
        String text = TERMINAL_COLOURS.matcher(Files.readString(output)).replaceAll("");
        return text.lines()
                .filter(line -> line.startsWith("[ERROR] "))
                .map(line -> line.substring("[ERROR] ".length()))
                .findFirst()
                .orElse(text.strip());
    }

    private String pomXml(List<String> artifacts) {
        StringBuilder xml = new StringBuilder();
        xml.append("<project><modelVersion>4.0.0</modelVersion>")
                .append("<groupId>eyewall</groupId><artifactId>artifacts</artifactId>")
                .append("<version>1</version><packaging>pom</packaging>\n<dependencies>");
        artifacts.forEach(each -> appendDependency(xml, each));
        xml.append("</dependencies>\n<repositories>");
        for (String each : repositories) {
            Matcher parts = match(REPOSITORY, each, "ID^URL of http, https or file");
            xml.append("<repository><id>").append(parts.group("id")).append("</id><url>");
            xml.append(parts.group("url")).append("</url></repository>\n");
        }
        return xml.append("</repositories></project>").toString();
    }

    private static void appendDependency(StringBuilder xml, String artifact) {
        String[] artifactAndExclusions = artifact.split("\\^", -1);
        Matcher parts = match(ARTIFACT, artifactAndExclusions[0], "GROUP:NAME:VERSION");
        xml.append("\n<dependency>");
        appendGroupAndName(xml, parts);
        xml.append("<version>").append(parts.group("v")).append("</version><exclusions>");
        for (int i = 1; i < artifactAndExclusions.length; i++) {
            xml.append("<exclusion>");
            appendGroupAndName(
                    xml, match(EXCLUSION, artifactAndExclusions[i], "GROUP:NAME after ^"));
            xml.append("</exclusion>");
        }
        xml.append("</exclusions></dependency>");
    }

    private static void appendGroupAndName(StringBuilder xml, Matcher parts) {
        xml.append("<groupId>").append(parts.group("g")).append("</groupId><artifactId>");
        xml.append(parts.group("a")).append("</artifactId>");
    }

    private static Matcher match(Pattern pattern, String text, String expected) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "': expected " + expected);
        }
        return matcher;
    }

    private static Map<String, Path> parseList(List<String> lines) {
        Map<String, Path> found = new LinkedHashMap<>();
        for (String line : lines) {
            Matcher matcher = LISTED_ARTIFACT.matcher(line);
            if (matcher.matches()) {
                found.put(matcher.group("name"), Path.of(matcher.group("file")));
            }
        }
        return found;
    }
}
