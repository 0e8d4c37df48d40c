package io.eyewall.cli.application;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;

/**
 * A program that is given as a file of Java instead of a jar. It may have several classes, name
 * further files by lines {@code //SOURCES FILE...}, relative to itself, and artifacts of Maven by
 * lines {@code //DEPS GROUP:NAME:VERSION...}, as JBang's do. It is compiled against what the
 * command has on its class path; the jar is kept in {@code $XDG_CACHE_HOME/eyewall/programs} and
 * used as long as nothing of the program changes.
 */
final class JavaProgram {
    private static final String SUFFIX = ".java";
    private static final String DEPENDENCIES = "//DEPS";
    private static final String SOURCES = "//SOURCES";
    private static final String JAR = "program.jar";

    /**
     * A compiled program.
     *
     * @param jar its jar, whose manifest names the main class
     * @param artifactJars the jars of the artifacts that it names, and of what these need
     */
    record Compiled(Path jar, Map<String, Path> artifactJars) {}

    private final Path file;
    private final List<Path> sources = new ArrayList<>();
    private final List<String> artifacts = new ArrayList<>();
    private final StringBuilder content = new StringBuilder();

    private JavaProgram(Path file) throws IOException {
        this.file = file;
        read(file);
    }

    /** Returns whether a file is such a program. */
    static boolean isOne(Path file) {
        return file.toString().endsWith(SUFFIX);
    }

    /**
     * Compiles a program, unless that was done before.
     *
     * @throws IllegalArgumentException if it can't be compiled; the message says why, with lines as
     *     the compiler prints them
     * @throws InterruptedException if the caller is interrupted while Maven finds artifacts
     */
    static Compiled compile(Path file) throws InterruptedException {
        try {
            return new JavaProgram(file).compile();
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(
                    e.getFile() + ": no such file; expected a program in Java", e);
        } catch (IOException | UncheckedIOException e) {
            throw new IllegalArgumentException(file + " can't be compiled: " + e, e);
        }
    }

    private void read(Path source) throws IOException {
        if (sources.contains(source)) {
            return;
        }
        sources.add(source);
        String text = Files.readString(source, StandardCharsets.UTF_8);
        content.append(text).append('\0');
        for (String line : text.lines().toList()) {
            if (line.startsWith(DEPENDENCIES)) {
                artifacts.addAll(words(line.substring(DEPENDENCIES.length())));
            } else if (line.startsWith(SOURCES)) {
                for (String name : words(line.substring(SOURCES.length()))) {
                    read(source.resolveSibling(name));
                }
            }
        }
    }

    private static List<String> words(String line) {
        return Stream.of(line.trim().split("[\\s,]+")).filter(word -> !word.isEmpty()).toList();
    }

    private Compiled compile() throws IOException, InterruptedException {
        Map<String, Path> artifactJars =
                artifacts.isEmpty()
                        ? Map.of()
                        : new MavenArtifacts(List.of(), null).find(artifacts);
        Path folder = CacheFolder.of("programs").resolve(digest());
        Path jar = folder.resolve(JAR);
        if (!Files.exists(jar)) {
            Files.createDirectories(Objects.requireNonNull(folder.getParent()));
            Path work = Files.createTempDirectory(folder.getParent(), ".compiling-");
            try {
                compileTo(work, artifactJars);
                moveTo(folder, work);
            } finally {
                deleteTree(work);
            }
        }
        return new Compiled(jar, artifactJars);
    }

    /** Another process may have compiled the same program meanwhile. */
    private static void moveTo(Path folder, Path work) throws IOException {
        try {
            Files.move(work, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            if (!Files.exists(folder.resolve(JAR))) {
                throw e;
            }
        }
    }

    /** Returns a name for the program with all that its classes depend on. */
    private String digest() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(
                    (content
                                    + file.getFileName().toString()
                                    + '\0'
                                    + classPath()
                                    + '\0'
                                    + Runtime.version())
                            .getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static String classPath() {
        return System.getProperty("java.class.path");
    }

    private void compileTo(Path work, Map<String, Path> artifactJars) throws IOException {
        // ToolProvider asks the system class loader, which is not always the JDK's.
        JavaCompiler compiler =
                ServiceLoader.load(ModuleLayer.boot(), JavaCompiler.class)
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "%s has to be compiled, but the Java in %s has no compiler; set JAVA_HOME to a JDK, or give a jar"
                                                        .formatted(
                                                                file,
                                                                System.getProperty("java.home"))));
        Path classes = Files.createDirectory(work.resolve("classes"));
        StringBuilder path = new StringBuilder(classPath());
        artifactJars.values().forEach(each -> path.append(File.pathSeparator).append(each));
        List<String> options =
                List.of("-cp", path.toString(), "-d", classes.toString(), "-proc:none", "-g");
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean succeeded =
                    compiler.getTask(
                                    messages,
                                    files,
                                    null,
                                    options,
                                    null,
                                    files.getJavaFileObjectsFromPaths(sources))
                            .call();
            if (!succeeded) {
                throw new IllegalArgumentException(
                        file + " does not compile:\n" + messages.toString().stripTrailing());
            }
        }
        Path jar = work.resolve(JAR);
        writeJar(classes, jar, "");
        writeJar(classes, jar, mainClassOf(jar));
        deleteTree(classes);
    }

    /** Returns the class with the file's name, or else the only one that has a main method. */
    private String mainClassOf(Path jar) {
        String name = file.getFileName().toString();
        String simpleName = name.substring(0, name.length() - SUFFIX.length());
        List<String> withMain = MainClasses.classesWithMain(jar);
        List<String> named =
                withMain.stream().filter(each -> ("." + each).endsWith("." + simpleName)).toList();
        List<String> found = named.isEmpty() ? withMain : named;
        if (found.size() != 1) {
            throw new IllegalArgumentException(
                    file
                            + (found.isEmpty()
                                    ? " has no public static main(String[])"
                                    : " has several classes with a main, "
                                            + found
                                            + ", and none is called "
                                            + simpleName));
        }
        return found.get(0);
    }

    private static void writeJar(Path classes, Path jar, String mainClass) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (!mainClass.isEmpty()) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        }
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream zip = new JarOutputStream(out, manifest);
                Stream<Path> files = Files.walk(classes)) {
            for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
                zip.putNextEntry(
                        new JarEntry(classes.relativize(each).toString().replace('\\', '/')));
                Files.copy(each, zip);
                zip.closeEntry();
            }
        }
    }

    private static void deleteTree(Path root) throws IOException {
        if (Files.exists(root)) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            }
        }
    }
}
