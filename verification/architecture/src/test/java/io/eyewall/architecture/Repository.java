package io.eyewall.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files that tests look at. A module goes by the name of its artifact without {@code eyewall-}:
 * {@code engine} stands in {@code runtime/engine}. The working directory of a test is its module's
 * folder.
 */
final class Repository {
    private static final Path ROOT = Path.of("../..");
    private static final Pattern ARTIFACT =
            Pattern.compile("<artifactId>eyewall-(.*?)</artifactId>");

    private static final Map<String, String> MODULES = readModules();

    private Repository() {}

    static String read(String path) throws IOException {
        return Files.readString(ROOT.resolve(path));
    }

    static Path path(String path) {
        return ROOT.resolve(path);
    }

    /** Returns the folder of a module, such as {@code ../../runtime/engine}. */
    static Path folder(String module) {
        String folder = modules().get(module);
        if (folder == null) {
            throw new IllegalArgumentException(
                    "no module '" + module + "'; there are: " + modules().keySet());
        }
        return ROOT.resolve(folder);
    }

    /** Returns the text of a module's pom.xml. */
    static String pom(String module) throws IOException {
        return Files.readString(folder(module).resolve("pom.xml"));
    }

    /** Returns the Java sources of a module below {@code src} or a folder of it, sorted. */
    static List<Path> javaSources(String module, String below) throws IOException {
        Path folder = folder(module).resolve(below);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> path.toString().endsWith(".java")).sorted().toList();
        }
    }

    /** The class files of a module's main sources. */
    static JavaClasses mainClasses(String module) {
        if (!Files.isDirectory(folder(module).resolve("src/main/java"))) {
            return new ClassFileImporter().importPaths(new Path[0]); // it has tests only
        }
        Path folder = folder(module).resolve("target/classes");
        if (!Files.isDirectory(folder)) {
            throw new IllegalStateException(
                    "module "
                            + module
                            + " is not compiled: run ./mvnw -pl :eyewall-architecture -am verify");
        }
        return new ClassFileImporter().importPath(folder);
    }

    /**
     * Returns the modules of the root pom that are always built, in their order: name to folder.
     */
    static Map<String, String> modules() {
        return MODULES;
    }

    private static Map<String, String> readModules() {
        try {
            String pom = read("pom.xml");
            String list = pom.substring(pom.indexOf("<modules>"), pom.indexOf("</modules>"));
            Map<String, String> modules = new LinkedHashMap<>();
            Matcher folder = Pattern.compile("<module>(.*?)</module>").matcher(list);
            while (folder.find()) {
                modules.put(artifact(folder.group(1)), folder.group(1));
            }
            return Collections.unmodifiableMap(modules);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String artifact(String folder) throws IOException {
        String pom = read(folder + "/pom.xml");
        Matcher artifact = ARTIFACT.matcher(pom.substring(pom.indexOf("</parent>")));
        if (!artifact.find()) {
            throw new IllegalStateException(folder + "/pom.xml has no artifactId eyewall-...");
        }
        return artifact.group(1);
    }

    /** Returns ARCHITECTURE.md's table of modules: name to what the module may use. */
    static Map<String, Allowed> moduleTable() throws IOException {
        Map<String, Allowed> byFolder = table("folder");
        Map<String, Allowed> byName = new LinkedHashMap<>();
        for (Map.Entry<String, Allowed> row : byFolder.entrySet()) {
            byName.put(artifact(row.getKey()), row.getValue());
        }
        return byName;
    }

    /**
     * The table of ARCHITECTURE.md whose first column has the given title: first column, without
     * the slash of a folder, to last column. A row without a name goes on with the one above it.
     */
    static Map<String, Allowed> table(String firstTitle) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        List<String> lines = read("ARCHITECTURE.md").lines().toList();
        int title = 0;
        while (title < lines.size() && !lines.get(title).startsWith("| " + firstTitle + " |")) {
            title++;
        }
        String above = "";
        for (String line : lines.subList(Math.min(title + 2, lines.size()), lines.size())) {
            if (!line.startsWith("|")) {
                break;
            }
            String[] cells = line.split("\\|");
            String name = cells[1].strip().replace("`", "").replaceAll("/$", "");
            above = name.isEmpty() ? above : name;
            String text = cells[cells.length - 1].strip();
            texts.merge(above, text, (first, rest) -> first + ", " + rest);
        }
        if (texts.isEmpty()) {
            throw new IllegalStateException(
                    "ARCHITECTURE.md has no table whose first column is '" + firstTitle + "'");
        }
        Map<String, Allowed> rows = new LinkedHashMap<>();
        texts.forEach((name, text) -> rows.put(name, Allowed.parse(text)));
        return rows;
    }
}
