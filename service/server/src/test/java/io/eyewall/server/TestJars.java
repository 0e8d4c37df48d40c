package io.eyewall.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Jars of applications that are among the test classes. */
final class TestJars {
    private TestJars() {}

    /** A jar with some classes and those that are nested in them; named by the first. */
    static Path of(Path folder, Class<?>... classes) throws Exception {
        Path jar = folder.resolve(classes[0].getSimpleName() + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Class<?> each : classes) {
                add(zip, each);
            }
        }
        return jar;
    }

    private static void add(ZipOutputStream zip, Class<?> application) throws Exception {
        Path classes =
                Path.of(application.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path place = classes.resolve(application.getName().replace('.', '/') + ".class");
        String prefix = application.getSimpleName();
        try (var files = Files.list(place.getParent())) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.equals(prefix + ".class") || name.startsWith(prefix + "$")) {
                    add(zip, classes, file);
                }
            }
        }
    }

    private static void add(ZipOutputStream zip, Path root, Path file) throws IOException {
        zip.putNextEntry(new ZipEntry(root.relativize(file).toString().replace('\\', '/')));
        zip.write(Files.readAllBytes(file));
    }

    /** Class path of an application on Storm: none of ours. */
    static List<String> stormClassPath() throws IOException {
        List<String> ours = List.of(System.getProperty("java.class.path").split(":"));
        List<String> path = new ArrayList<>();
        try (var jars = Files.list(Path.of(System.getProperty("eyewall.storm-commands")))) {
            jars.sorted().map(Path::toString).forEach(path::add);
        }
        ours.stream()
                .filter(element -> element.endsWith(".jar"))
                .filter(
                        element ->
                                !Path.of(element).getFileName().toString().startsWith("eyewall-"))
                .forEach(path::add);
        return path;
    }
}
