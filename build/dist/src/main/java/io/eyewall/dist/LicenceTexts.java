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

/** Copies licences and notices out of jars, and from a folder for jars that have none. */
final class LicenceTexts {
    /** In the package: the licence of Eyewall, and of many others. */
    private static final String APACHE_TEXT = "LICENSE";

    private static final String APACHE_ID = "Apache-2.0";

    private static final Pattern NAME =
            Pattern.compile(
                    "(?!META-INF/maven/)(META-INF/)?([^/]+/)?"
                            + "[^/]*(LICEN[SC]E|NOTICE|COPYING|DEPENDENCIES)[^/]*(?<!\\.class)",
                    Pattern.CASE_INSENSITIVE);

    private final Path texts;
    private final Path out;

    /**
     * @param texts has folders named by group
     * @param out the package's top folder
     */
    LicenceTexts(Path texts, Path out) {
        this.texts = texts;
        this.out = out;
    }

    /**
     * Writes the texts of one entry.
     *
     * @return where they are in the package; not empty
     * @throws IllegalStateException if there is none, and its licence is not Eyewall's own
     */
    List<String> write(Entry entry) throws IOException {
        Component component = entry.component();
        Map<String, byte[]> contents = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        if (JarFiles.isJar(entry.file())) {
            JarFiles.read(entry.file(), name -> NAME.matcher(name).matches())
                    .forEach((name, content) -> put(contents, entry, fileName(name), content));
        }
        for (Path text : ownTexts(component.group())) {
            put(contents, entry, text.getFileName().toString(), Files.readAllBytes(text));
        }
        String folder = "licenses/" + component.name() + "-" + component.version();
        List<String> places = new ArrayList<>();
        for (Map.Entry<String, byte[]> content : contents.entrySet()) {
            Path file = out.resolve(folder).resolve(content.getKey());
            Files.createDirectories(out.resolve(folder));
            Files.write(file, content.getValue());
            places.add(folder + "/" + content.getKey());
        }
        if (component.licences().contains(APACHE_ID)) {
            places.add(0, APACHE_TEXT);
        }
        if (places.isEmpty()) {
            throw new IllegalStateException(
                    entry.place()
                            + " has no text of its licence ("
                            + String.join(" or ", component.licences())
                            + "); put it into "
                            + texts.resolve(component.group()));
        }
        return places;
    }

    /**
     * One level, since {@code LICENSE} and {@code license/} can't be beside each other everywhere.
     */
    private static String fileName(String name) {
        return name.replaceFirst("^META-INF/", "").replace('/', '-');
    }

    private static void put(
            Map<String, byte[]> contents, Entry entry, String name, byte[] content) {
        if (contents.put(name, content) != null) {
            throw new IllegalStateException(
                    entry.place()
                            + ": two texts named "
                            + name.toLowerCase(Locale.ROOT)
                            + "; rename the one in the folder "
                            + entry.component().group());
        }
    }

    private List<Path> ownTexts(String group) throws IOException {
        Path folder = texts.resolve(group);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
