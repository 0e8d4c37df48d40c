package io.eyewall.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Makes jars of applications, as users would, from sources in the test. */
final class AppJar {
    private AppJar() {}

    /**
     * Compiles sources and packs them.
     *
     * @param directory for the jar and what leads to it
     * @param sources by class name
     * @param bundled jars whose content goes into the jar too, as the shade plugin does
     */
    static Path build(Path directory, Map<String, String> sources, List<Path> bundled)
            throws IOException {
        String classPath = System.getProperty("java.class.path");
        return build(directory, sources, bundled, List.of("-cp", classPath));
    }

    /** The same for another class path, or older class files. */
    static Path build(
            Path directory, Map<String, String> sources, List<Path> bundled, List<String> javac)
            throws IOException {
        Path classes = Files.createDirectories(directory.resolve("classes"));
        List<String> options = new ArrayList<>(javac);
        Collections.addAll(options, "-proc:none", "-nowarn", "-d", classes.toString());
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = directory.resolve(source.getKey().replace('.', '/') + ".java");
            Files.createDirectories(file.getParent());
            options.add(Files.writeString(file, source.getValue()).toString());
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int code = compiler.run(null, null, null, options.toArray(new String[0]));
        if (code != 0) {
            throw new IOException("javac said " + code + " to " + options);
        }
        Path jar = directory.resolve("app.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out);
                var files = Files.walk(classes)) {
            Set<String> names = new HashSet<>();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = classes.relativize(file).toString().replace('\\', '/');
                add(zip, names, name, Files.readAllBytes(file));
            }
            for (Path bundle : bundled) {
                addAll(zip, names, bundle);
            }
        }
        return jar;
    }

    /** The jar that has a class; where that is a folder of classes, a jar made of it. */
    static Path of(Class<?> code, Path jar) throws Exception {
        Path place = Path.of(code.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (!Files.isDirectory(place)) {
            return place;
        }
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out);
                var files = Files.walk(place)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = place.relativize(file).toString().replace('\\', '/');
                add(zip, new HashSet<>(), name, Files.readAllBytes(file));
            }
        }
        return jar;
    }

    private static void addAll(ZipOutputStream zip, Set<String> names, Path bundle)
            throws IOException {
        try (ZipFile content = new ZipFile(bundle.toFile(), StandardCharsets.UTF_8)) {
            for (ZipEntry entry : Collections.list(content.entries())) {
                if (!entry.isDirectory()) {
                    try (InputStream in = content.getInputStream(entry)) {
                        add(zip, names, entry.getName(), in.readAllBytes());
                    }
                }
            }
        }
    }

    private static void add(ZipOutputStream zip, Set<String> names, String name, byte[] bytes)
            throws IOException {
        if (names.add(name)) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(bytes);
        }
    }

    /** The jar on this test's class path whose name begins like that. */
    static Path fromClassPath(String begin) {
        for (String element :
                System.getProperty("java.class.path").split(System.getProperty("path.separator"))) {
            Path path = Path.of(element);
            if (path.getFileName().toString().startsWith(begin)) {
                return path;
            }
        }
        throw new IllegalStateException("no " + begin + "*.jar on the class path");
    }
}
