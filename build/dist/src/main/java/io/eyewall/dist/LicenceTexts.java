package io.eyewall.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Copies licences and notices from jars, or from a folder for jars that contain none. */
final class LicenceTexts {
    /**
     * The file in the package with the Apache licence, which is Eyewall's and that of many
     * dependencies.
     */
    private static final String APACHE_TEXT = "LICENSE";

    private static final String APACHE_ID = "Apache-2.0";

    private static final Pattern LICENCE_FILE =
            Pattern.compile(
                    "(?!META-INF/maven/)(META-INF/)?([^/]+/)?"
                            + "[^/]*(LICEN[SC]E|NOTICE|COPYING|DEPENDENCIES)[^/]*(?<!\\.class)",
                    Pattern.CASE_INSENSITIVE);

    private final Path texts;
    private final Path out;

    /**
     * @param texts a folder with one folder of texts per Maven group
     * @param out the package's top folder
     */
    LicenceTexts(Path texts, Path out) {
        this.texts = texts;
        this.out = out;
    }

    /**
     * Writes the licence texts of one entry.
     *
     * @return the paths of the texts in the package; not empty
     * @throws IllegalStateException if there is no text, and the licence is not Apache-2.0, whose
     *     text the package contains anyway
     */
    List<String> write(Entry entry) throws IOException {
        Component component = entry.component();
        Map<String, byte[]> contents = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        if (JarFiles.isJar(entry.file())) {
            JarFiles.read(entry.file(), name -> LICENCE_FILE.matcher(name).matches())
                    .forEach((name, content) -> addText(contents, entry, fileName(name), content));
        }
        for (Path text : providedTexts(component.group())) {
            addText(contents, entry, text.getFileName().toString(), Files.readAllBytes(text));
        }
        String folder = "licenses/" + component.name() + "-" + component.version();
        List<String> paths = new ArrayList<>();
        for (Map.Entry<String, byte[]> content : contents.entrySet()) {
            Path file = out.resolve(folder).resolve(content.getKey());
            Files.createDirectories(out.resolve(folder));
            Files.write(file, content.getValue());
            paths.add(folder + "/" + content.getKey());
        }
        if (component.licences().contains(APACHE_ID)) {
            paths.add(0, APACHE_TEXT);
        }
        if (paths.isEmpty()) {
            throw new IllegalStateException(
                    entry.pathInPackage()
                            + " has no text of its licence ("
                            + String.join(" or ", component.licences())
                            + "); put it into "
                            + texts.resolve(component.group()));
        }
        return paths;
    }

    /**
     * Returns a name without folders, because {@code LICENSE} and {@code license/} cannot be in the
     * same folder on systems that ignore case.
     */
    private static String fileName(String name) {
        return name.replaceFirst("^META-INF/", "").replace('/', '-');
    }

    private static void addText(
            Map<String, byte[]> contents, Entry entry, String name, byte[] content) {
        if (contents.put(name, content) != null) {
            throw new IllegalStateException(
                    entry.pathInPackage()
                            + ": two texts named "
                            + name.toLowerCase(Locale.ROOT)
                            + "; rename the one in the folder "
                            + entry.component().group());
        }
    }

    private List<Path> providedTexts(String group) throws IOException {
        Path folder = texts.resolve(group);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
