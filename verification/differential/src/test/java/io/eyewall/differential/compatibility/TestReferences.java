package io.eyewall.differential.compatibility;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the tests of the other modules and the examples, which are run as tests, use of Storm. Read
 * from their sources, because this module is also built without them: imports (the compiler and the
 * format check let no unused one live) and names of constants of {@code Config}.
 */
final class TestReferences {
    private static final Pattern IMPORT =
            Pattern.compile(
                    "^import (?:static )?(org\\.apache\\.storm\\.[\\w.]+);", Pattern.MULTILINE);
    private static final Pattern CONSTANT = Pattern.compile("\\bConfig\\.([A-Z][A-Z0-9_]+)\\b");
    private static final Pattern TEXT = Pattern.compile("\"([\\w.-]+)\"");

    /** Folders of the tests that run topologies; other modules' tests only read configurations. */
    private static final List<String> FOLDERS =
            List.of(
                    "runtime/engine/src/test/java",
                    "runtime/testkit/src/test/java",
                    "runtime/state/src/test/java",
                    "runtime/local/src/test/java",
                    "examples/src/test/java",
                    "cli/src/test/java",
                    "examples/src/main/java");

    private TestReferences() {}

    /**
     * @param root the repository's folder
     * @param keysByConstant of {@code Config}
     * @return by name of the file, in the order of the paths
     */
    static Map<String, References> in(Path root, Map<String, String> keysByConstant)
            throws IOException {
        Map<String, References> found = new LinkedHashMap<>();
        for (Path file : files(root)) {
            String source = Files.readString(file);
            References references = new References();
            Matcher imports = IMPORT.matcher(source);
            while (imports.find()) {
                references.classes().add(imports.group(1));
            }
            Matcher constants = CONSTANT.matcher(source);
            while (constants.find()) {
                String key = keysByConstant.get(constants.group(1));
                if (key != null) {
                    references.texts().add(key);
                }
            }
            Matcher texts = TEXT.matcher(source);
            while (texts.find()) {
                references.texts().add(texts.group(1));
            }
            found.put(file.getFileName().toString().replace(".java", ""), references);
        }
        return found;
    }

    private static List<Path> files(Path root) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String folder : FOLDERS) {
            try (Stream<Path> inside = Files.walk(root.resolve(folder))) {
                inside.filter(file -> file.toString().endsWith(".java"))
                        .sorted()
                        .forEach(files::add);
            }
        }
        return files;
    }
}
