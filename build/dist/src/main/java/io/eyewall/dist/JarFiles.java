package io.eyewall.dist;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Reads jars and their metadata. All methods throw {@link UncheckedIOException}. */
final class JarFiles {
    private static final Pattern POM_PROPERTIES =
            Pattern.compile("META-INF/maven/[^/]+/[^/]+/pom\\.properties");

    private JarFiles() {}

    static boolean isJar(Path file) {
        return file.toString().endsWith(".jar") && Files.isRegularFile(file);
    }

    /** Returns the SHA-256 of a file, in hexadecimal. */
    static String sha256(Path file) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /**
     * Returns the Maven artifacts whose {@code pom.properties} are in a jar, sorted by coordinates.
     */
    static List<Component> artifacts(Path jar) {
        List<Component> artifacts = new ArrayList<>();
        for (byte[] content : read(jar, name -> POM_PROPERTIES.matcher(name).matches()).values()) {
            Properties properties = properties(content);
            artifacts.add(
                    new Component(
                            properties.getProperty("groupId", ""),
                            properties.getProperty("artifactId", ""),
                            properties.getProperty("version", ""),
                            List.of(),
                            "",
                            ""));
        }
        artifacts.sort(Comparator.comparing(Component::coordinates));
        return artifacts;
    }

    private static Properties properties(byte[] content) {
        Properties properties = new Properties();
        try (InputStream in = new ByteArrayInputStream(content)) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }

    /** Returns the contents of a jar's files whose names match, by name. */
    static Map<String, byte[]> read(Path jar, Predicate<String> wanted) {
        Map<String, byte[]> contents = new TreeMap<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                if (!entry.isDirectory() && wanted.test(entry.getName())) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        contents.put(entry.getName(), in.readAllBytes());
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(jar + " can't be read as a jar", e);
        }
        return contents;
    }
}
