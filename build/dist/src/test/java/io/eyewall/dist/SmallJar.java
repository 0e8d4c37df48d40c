package io.eyewall.dist;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Makes jars with some files. */
final class SmallJar {
    private SmallJar() {}

    /**
     * @param files contents by name
     * @return {@code file}
     */
    static Path write(Path file, Map<String, String> files) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (Map.Entry<String, String> entry : new TreeMap<>(files).entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }

    /** The file by which Maven names an artifact in a jar. */
    static Map.Entry<String, String> artifact(String group, String name, String version) {
        return Map.entry(
                "META-INF/maven/" + group + "/" + name + "/pom.properties",
                "groupId=" + group + "\nartifactId=" + name + "\nversion=" + version + "\n");
    }
}
