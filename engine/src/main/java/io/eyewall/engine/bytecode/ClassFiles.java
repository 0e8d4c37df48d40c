package io.eyewall.engine.bytecode;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.storm.task.OutputCollector;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/** The class files of an application, by internal name. */
final class ClassFiles {
    private static final int MOST_CLASSES = 1000;

    /** Beginnings of internal names: the JDK's code, which emits nothing, and arrays. */
    private static final List<String> NOT_EXAMINED =
            List.of("[", "java/", "javax/", "jdk/", "sun/", "com/sun/");

    /** Where Storm's classes and the engine's come from: they emit nothing under locks. */
    private static final List<String> OTHERS =
            List.of(jarOf(OutputCollector.class), jarOf(ClassFiles.class));

    private final ClassLoader loader;
    private final Map<String, Optional<ClassCode>> classes = new HashMap<>();
    private final Map<String, Set<String>> supertypes = new HashMap<>();

    ClassFiles(ClassLoader loader) {
        this.loader = loader;
    }

    /** Whether a class belongs to the application, as far as its name tells. */
    static boolean isCandidate(String internalName) {
        return NOT_EXAMINED.stream().noneMatch(internalName::startsWith);
    }

    /** The code of a class; empty if it is not the application's, or can't be read. */
    Optional<ClassCode> read(String internalName) {
        Optional<ClassCode> known = classes.get(internalName);
        if (known == null) {
            known = classes.size() < MOST_CLASSES ? load(internalName) : Optional.empty();
            classes.put(internalName, known);
        }
        return known;
    }

    /** All classes and interfaces that a class extends or implements, whoever they belong to. */
    Set<String> supertypes(String internalName) {
        Set<String> known = supertypes.get(internalName);
        if (known == null) {
            known = new HashSet<>();
            supertypes.put(internalName, known);
            for (String direct : directSupertypes(internalName)) {
                known.add(direct);
                known.addAll(supertypes(direct));
            }
        }
        return known;
    }

    private Set<String> directSupertypes(String internalName) {
        try (InputStream in = loader.getResourceAsStream(internalName + ".class")) {
            if (in == null) {
                return Set.of();
            }
            ClassReader reader = new ClassReader(in.readAllBytes());
            Set<String> direct = new HashSet<>(Arrays.asList(reader.getInterfaces()));
            if (reader.getSuperName() != null) {
                direct.add(reader.getSuperName());
            }
            return direct;
        } catch (IOException | RuntimeException e) {
            return Set.of(); // as of `load`
        }
    }

    private Optional<ClassCode> load(String internalName) {
        String file = internalName + ".class";
        try {
            URL url = isCandidate(internalName) ? loader.getResource(file) : null;
            if (url == null || OTHERS.stream().anyMatch(url.toString()::startsWith)) {
                return Optional.empty();
            }
            try (InputStream in = url.openStream()) {
                return Optional.of(ClassCode.of(new ClassReader(in.readAllBytes())));
            }
        } catch (IOException | RuntimeException e) {
            return Optional.empty(); // not there any more, or newer than this reader
        }
    }

    /** The beginning of the addresses of all classes beside the given one. */
    private static String jarOf(Class<?> type) {
        String file = type.getName().replace('.', '/') + ".class";
        @Nullable URL url = type.getClassLoader().getResource(file);
        return url == null
                ? "?"
                : url.toString().substring(0, url.toString().length() - file.length());
    }
}
