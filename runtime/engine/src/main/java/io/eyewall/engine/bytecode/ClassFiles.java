package io.eyewall.engine.bytecode;

import io.eyewall.engine.memory.HeapReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.storm.task.OutputCollector;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/** Reads the class files of an application, by internal name, and caches them. For one thread. */
final class ClassFiles {
    /** Maximum number of classes that are read, and of classes in one lineage. */
    private static final int MAX_CLASSES = 1000;

    private static final String SUFFIX = ".class";

    private static final String LOCKS = "java/util/concurrent/locks/";
    private static final String READ_WRITE_LOCK = LOCKS + "ReadWriteLock";
    private static final Set<String> OTHER_LOCKS =
            Set.of("java/util/concurrent/Semaphore", "com/google/common/util/concurrent/Monitor");

    /** Prefixes of the internal names of the JDK's code, which emits nothing, and of arrays. */
    private static final List<String> NOT_EXAMINED =
            List.of("[", "java/", "javax/", "jdk/", "sun/", "com/sun/");

    /**
     * URL prefixes of Storm's classes and the engine's, which emit nothing while they hold locks.
     */
    private static final List<String> STORM_AND_ENGINE =
            List.of(urlPrefixOf(OutputCollector.class), urlPrefixOf(ClassFiles.class));

    private final ClassLoader loader;
    private final Map<String, Optional<ClassCode>> classes = new HashMap<>();
    private final Map<String, Set<String>> lineages = new HashMap<>();
    private final Map<String, List<String>> directSupertypes = new HashMap<>();
    private final Map<String, Optional<ClassReader>> readers = new HashMap<>();

    ClassFiles(ClassLoader loader) {
        this.loader = loader;
    }

    /** Returns whether a class may belong to the application, judging by its name. */
    static boolean isCandidate(String internalName) {
        return NOT_EXAMINED.stream().noneMatch(internalName::startsWith);
    }

    /**
     * Returns the code of a class; empty if it does not belong to the application or can't be read.
     */
    Optional<ClassCode> read(String internalName) {
        Optional<ClassCode> known = classes.get(internalName);
        if (known == null) {
            known = classes.size() < MAX_CLASSES ? load(internalName) : Optional.empty();
            classes.put(internalName, known);
        }
        return known;
    }

    /**
     * Returns whether a class or interface is a lock or semaphore on which acquire methods are
     * called.
     */
    boolean isLock(String internalName) {
        Set<String> lineage = lineage(internalName);
        return !lineage.contains(READ_WRITE_LOCK) // its readLock() acquires nothing
                && lineage.stream().anyMatch(name -> name.startsWith(LOCKS) || isOtherLock(name));
    }

    /** Returns whether a class is a lock outside the JDK's package of locks. */
    static boolean isOtherLock(String internalName) {
        return OTHER_LOCKS.contains(internalName);
    }

    /**
     * Returns the value of a static field; null if the value is null, or if the field's class is
     * not initialized.
     */
    @Nullable Object staticValue(StaticField field) {
        try {
            String name = field.owner().replace('/', '.');
            Field found = findStaticField(Class.forName(name, false, loader), field.name());
            return found == null ? null : HeapReader.readStatic(found);
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            return null; // the field's class can't be loaded, or linked
        }
    }

    private static @Nullable Field findStaticField(Class<?> type, String name) {
        for (Field field : type.getDeclaredFields()) {
            if (field.getName().equals(name) && Modifier.isStatic(field.getModifiers())) {
                return field;
            }
        }
        for (Class<?> each : type.getInterfaces()) {
            Field inherited = findStaticField(each, name);
            if (inherited != null) {
                return inherited;
            }
        }
        return type.getSuperclass() == null ? null : findStaticField(type.getSuperclass(), name);
    }

    /**
     * Returns a class and all classes and interfaces that it extends or implements, whether they
     * belong to the application or not, in the order in which a method is looked up. Class files
     * are not trusted: in them a class may be its own ancestor, and many paths may lead to one
     * interface.
     */
    Set<String> lineage(String internalName) {
        Set<String> known = lineages.get(internalName);
        if (known == null) {
            known = findLineage(internalName);
            lineages.put(internalName, known);
        }
        return known;
    }

    private Set<String> findLineage(String internalName) {
        Set<String> lineage = new LinkedHashSet<>();
        Deque<String> waiting = new ArrayDeque<>();
        waiting.push(internalName);
        while (!waiting.isEmpty() && lineage.size() < MAX_CLASSES) {
            String next = waiting.pop();
            if (lineage.add(next)) {
                List<String> direct =
                        directSupertypes.computeIfAbsent(next, this::readDirectSupertypes);
                for (int i = direct.size() - 1; i >= 0; i--) {
                    waiting.push(direct.get(i));
                }
            }
        }
        return lineage;
    }

    /** Returns the direct supertypes of a class, the superclass first. */
    private List<String> readDirectSupertypes(String internalName) {
        ClassReader reader = reader(internalName);
        if (reader == null) {
            return List.of();
        }
        List<String> direct = new ArrayList<>();
        if (reader.getSuperName() != null) {
            direct.add(reader.getSuperName());
        }
        direct.addAll(Arrays.asList(reader.getInterfaces()));
        return direct;
    }

    private Optional<ClassCode> load(String internalName) {
        if (!isCandidate(internalName)) {
            return Optional.empty();
        }
        try {
            URL url = loader.getResource(internalName + SUFFIX);
            if (url == null || STORM_AND_ENGINE.stream().anyMatch(url.toString()::startsWith)) {
                return Optional.empty();
            }
            return Optional.ofNullable(reader(internalName)).map(ClassCode::of);
        } catch (RuntimeException e) {
            return Optional
                    .empty(); // the file is damaged, or the application's class loader failed
        }
    }

    /**
     * Returns null if the class can't be read. Each class is read once, because reading takes most
     * of the time.
     */
    private @Nullable ClassReader reader(String internalName) {
        return readers.computeIfAbsent(internalName, this::readClass).orElse(null);
    }

    private Optional<ClassReader> readClass(String internalName) {
        try (InputStream in = loader.getResourceAsStream(internalName + SUFFIX)) {
            return in == null ? Optional.empty() : Optional.of(new ClassReader(in.readAllBytes()));
        } catch (IOException | RuntimeException e) {
            return Optional.empty(); // no longer there, or a newer version than ASM can read
        }
    }

    /**
     * Returns the prefix that the URLs of all classes in the given class's jar or folder share; if
     * it is unknown, a text with which no URL begins.
     */
    private static String urlPrefixOf(Class<?> type) {
        String file = type.getName().replace('.', '/') + ".class";
        @Nullable URL url = type.getClassLoader().getResource(file);
        return url == null
                ? "?"
                : url.toString().substring(0, url.toString().length() - file.length());
    }
}
