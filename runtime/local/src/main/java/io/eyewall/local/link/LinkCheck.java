package io.eyewall.local.link;

import io.eyewall.local.link.Reference.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Reads an application's references to Storm from the constant pools of its class files, and finds
 * those that are missing. Loads no classes. For one thread.
 */
public final class LinkCheck {
    private static final List<String> STORM_PREFIXES =
            List.of("org/apache/storm/", "backtype/storm/", "storm/trident/");

    /** Classes that every release of Storm has, under either name. */
    private static final List<String> CORE_CLASSES =
            List.of(
                    "org/apache/storm/topology/TopologyBuilder",
                    "backtype/storm/topology/TopologyBuilder");

    // Tags of the constant pool (JVM specification, section 4.4).
    private static final int FIELD_TAG = 9;
    private static final int METHOD_TAG = 10;
    private static final int INTERFACE_METHOD_TAG = 11;
    private static final int CLASS_TAG = 7;

    /**
     * The application's classes that refer to Storm or lie in Storm's packages, by name. Classes
     * that Storm itself has are left out.
     */
    private final Map<String, ClassShape> ownClasses = new HashMap<>();

    /** The names of all classes in the application's jars. */
    private final Set<String> bundledNames;

    /** References to Storm, each with the first class that contains it. */
    private final Map<Reference, String> references = new LinkedHashMap<>();

    private LinkCheck(Set<String> bundledNames) {
        this.bundledNames = bundledNames;
    }

    /**
     * Reads an application.
     *
     * @param jars the application's jars, or folders of its classes
     * @param stormLoader loads Storm, and not the application
     * @throws IOException if a jar can't be read
     */
    public static LinkCheck readApplication(List<Path> jars, ClassLoader stormLoader)
            throws IOException {
        try (ApplicationClasses classes = new ApplicationClasses(jars)) {
            LinkCheck check = new LinkCheck(Set.copyOf(classes.names()));
            check.readClasses(classes, stormLoader);
            return check;
        }
    }

    /**
     * Reads the application's classes. A class that Storm has, too, is not read, because Storm's
     * class is loaded. Other classes in Storm's packages are read, unless the application bundles a
     * whole Storm: then only those classes that it uses.
     */
    private void readClasses(ApplicationClasses classes, ClassLoader stormLoader) {
        Linking linking = new Linking(Renaming.NONE, stormLoader);
        boolean bundlesStorm = CORE_CLASSES.stream().anyMatch(classes::contains);
        Deque<String> unread = new ArrayDeque<>();
        Set<String> queued = new HashSet<>();
        for (String name : classes.names()) {
            boolean mustRead =
                    !isInStormPackage(name) || (!bundlesStorm && linking.shape(name) == null);
            if (mustRead && queued.add(name)) {
                unread.add(name);
            }
        }
        while (!unread.isEmpty()) {
            String name = unread.remove();
            byte[] file = classes.read(name);
            ClassReader reader = file == null ? null : parse(file);
            if (reader == null) {
                continue;
            }
            Set<String> used = recordReferences(reader, name);
            if (!used.isEmpty() || isInStormPackage(name)) {
                ownClasses.put(name, ClassShape.read(reader));
            }
            for (String each : used) {
                if (classes.contains(each) && linking.shape(each) == null && queued.add(each)) {
                    unread.add(each);
                }
            }
        }
    }

    private static @Nullable ClassReader parse(byte[] file) {
        try {
            return new ClassReader(file);
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            return null; // malformed, or of a newer Java than ASM supports
        }
    }

    private static boolean isInStormPackage(String name) {
        return STORM_PREFIXES.stream().anyMatch(name::startsWith);
    }

    /** Records a class's references to Storm; returns the classes of Storm among them. */
    private Set<String> recordReferences(ClassReader reader, String referringClass) {
        Set<String> used = new HashSet<>();
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int item = reader.getItem(i);
            if (item == 0) {
                continue; // unused slot after a long or double
            }
            int tag = reader.readByte(item - 1);
            if (tag == CLASS_TAG) {
                String name = elementClass(reader.readUTF8(item, buffer));
                if (isInStormPackage(name)) {
                    used.add(name);
                    references.putIfAbsent(Reference.toClass(name), referringClass);
                }
            } else if (tag == FIELD_TAG || tag == METHOD_TAG || tag == INTERFACE_METHOD_TAG) {
                String owner = reader.readClass(item, buffer);
                if (owner != null && isInStormPackage(owner)) {
                    int member = reader.getItem(reader.readUnsignedShort(item + 2));
                    references.putIfAbsent(
                            new Reference(
                                    tag == FIELD_TAG ? Kind.FIELD : Kind.METHOD,
                                    owner,
                                    orEmpty(reader.readUTF8(member, buffer)),
                                    orEmpty(reader.readUTF8(member + 2, buffer))),
                            referringClass);
                }
            }
        }
        return used;
    }

    private static String orEmpty(@Nullable String value) {
        return value == null ? "" : value;
    }

    /** Returns the class of an array's elements; for other types the name itself. */
    private static String elementClass(@Nullable String name) {
        if (name == null || !name.startsWith("[")) {
            return orEmpty(name);
        }
        String last = name.substring(name.lastIndexOf('[') + 1);
        return last.startsWith("L") ? last.substring(1, last.length() - 1) : "";
    }

    /**
     * Returns whether the application contains a class.
     *
     * @param name the class's internal name
     */
    public boolean contains(String name) {
        return bundledNames.contains(name);
    }

    /**
     * Returns whether the application creates objects of a class of Storm.
     *
     * @param ending the end of the class's internal name
     */
    public boolean instantiates(String ending) {
        return references.keySet().stream()
                .anyMatch(each -> each.name().equals("<init>") && each.owner().endsWith(ending));
    }

    /** Returns whether the application uses any class of Storm by its name from before 1.0. */
    public boolean usesOldNames() {
        return references.keySet().stream()
                .anyMatch(each -> !each.owner().startsWith("org/apache/storm/"));
    }

    /**
     * Returns the missing references.
     *
     * @param renaming the changes made to the application
     * @param stormLoader loads Storm, and the classes added for the application
     * @return each reference with the first class that needs it
     */
    public Map<Reference, String> missing(Renaming renaming, ClassLoader stormLoader) {
        return new Linking(renaming, stormLoader).missing();
    }

    /** One combination of a renaming and a Storm to link the application with. */
    private final class Linking {
        private final Renaming renaming;
        private final ClassLoader stormLoader;
        private final Map<String, Optional<ClassShape>> stormShapes = new HashMap<>();

        Linking(Renaming renaming, ClassLoader stormLoader) {
            this.renaming = renaming;
            this.stormLoader = stormLoader;
        }

        Map<Reference, String> missing() {
            Map<Reference, String> missing = new LinkedHashMap<>();
            references.forEach(
                    (reference, referringClass) -> {
                        if (isMissing(reference)) {
                            missing.put(reference, referringClass);
                        }
                    });
            missing.keySet().stream()
                    .filter(each -> each.kind() == Kind.CLASS)
                    .map(Reference::owner)
                    .toList()
                    .forEach(
                            missingClass ->
                                    missing.keySet()
                                            .removeIf(each -> isMemberOf(each, missingClass)));
            new TreeMap<>(ownClasses)
                    .forEach((name, shape) -> addUnimplemented(name, shape, missing));
            return missing;
        }

        private boolean isMemberOf(Reference reference, String owner) {
            return reference.kind() != Kind.CLASS && reference.owner().equals(owner);
        }

        private boolean isMissing(Reference reference) {
            String owner = renaming.className(reference.owner());
            if (reference.kind() == Kind.CLASS) {
                return !exists(owner);
            }
            if (reference.owner().equals(owner) && isUnread(owner)) {
                // A bundled class has the members that the application was compiled against.
                return false;
            }
            if (reference.kind() == Kind.FIELD) {
                return !hasField(owner, reference.name());
            }
            String descriptor = renaming.methodDescriptor(reference.descriptor());
            return !renaming.replaces(owner, reference.name(), descriptor)
                    && !hasMethod(owner, reference.name(), descriptor);
        }

        private boolean exists(String name) {
            return bundledNames.contains(name) || shape(name) != null;
        }

        /** Returns whether the application contains a class that was not read. */
        private boolean isUnread(String name) {
            return bundledNames.contains(name) && shape(name) == null;
        }

        private @Nullable ClassShape shape(String name) {
            ClassShape ownShape = ownClasses.get(name);
            return ownShape != null
                    ? ownShape
                    : stormShapes.computeIfAbsent(name, this::load).orElse(null);
        }

        private Optional<ClassShape> load(String name) {
            try (InputStream in = stormLoader.getResourceAsStream(name + ".class")) {
                if (in == null) {
                    return Optional.empty();
                }
                ClassShape shape = ClassShape.read(in);
                boolean rewritten =
                        isInStormPackage(name) && !name.startsWith(STORM_PREFIXES.get(0));
                return Optional.of(rewritten ? shape.renamed(renaming) : shape);
            } catch (IOException | IllegalArgumentException e) {
                return Optional.empty();
            }
        }

        private boolean hasMethod(String owner, String name, String descriptor) {
            ClassShape shape = shape(owner);
            if (shape == null || shape.methods().containsKey(name + descriptor)) {
                return true; // an unknown class is assumed to have the method
            }
            if (name.equals("<init>")) {
                return false;
            }
            if (shape.methods().entrySet().stream().anyMatch(each -> isPolymorphic(each, name))) {
                return true;
            }
            return shape.supertypes().stream().anyMatch(each -> hasMethod(each, name, descriptor))
                    || (shape.isInterface() && hasMethod("java/lang/Object", name, descriptor));
        }

        private boolean isPolymorphic(Map.Entry<String, Integer> method, String name) {
            int flags = Opcodes.ACC_NATIVE | Opcodes.ACC_VARARGS;
            return (method.getValue() & flags) == flags && method.getKey().startsWith(name + "(");
        }

        private boolean hasField(String owner, String name) {
            ClassShape shape = shape(owner);
            return shape == null
                    || shape.fields().contains(name)
                    || shape.supertypes().stream()
                            .filter(each -> !each.equals("java/lang/Object"))
                            .anyMatch(each -> hasField(each, name));
        }

        /** Adds the abstract methods of Storm's supertypes that a class does not implement. */
        private void addUnimplemented(
                String name, ClassShape shape, Map<Reference, String> missing) {
            if (shape.isInterface() || shape.isAbstract()) {
                return;
            }
            Map<String, String> required = new TreeMap<>();
            Set<String> implemented = new HashSet<>();
            boolean allSupertypesKnown =
                    collectMethods(name, shape, required, implemented, new HashSet<>());
            if (!allSupertypesKnown) {
                return;
            }
            required.forEach(
                    (method, owner) -> {
                        int open = method.indexOf('(');
                        if (!implemented.contains(method)) {
                            missing.put(
                                    new Reference(
                                            Kind.UNIMPLEMENTED,
                                            owner,
                                            method.substring(0, open),
                                            method.substring(open)),
                                    name);
                        }
                    });
        }

        /**
         * Collects the required and implemented methods of a class and its supertypes; returns
         * false if a supertype is unknown, as it may implement any method.
         */
        private boolean collectMethods(
                String name,
                ClassShape shape,
                Map<String, String> required,
                Set<String> implemented,
                Set<String> visited) {
            boolean isOwnClass = ownClasses.containsKey(name);
            shape.methods()
                    .forEach(
                            (method, access) -> {
                                String current =
                                        isOwnClass
                                                ? ClassShape.renameTypes(method, renaming)
                                                : method;
                                if ((access & Opcodes.ACC_ABSTRACT) == 0) {
                                    implemented.add(current);
                                } else if (!isOwnClass && isInStormPackage(name)) {
                                    required.putIfAbsent(current, name);
                                }
                            });
            for (String each : shape.supertypes()) {
                String current = isOwnClass ? renaming.className(each) : each;
                if (!visited.add(current)) {
                    continue;
                }
                ClassShape next = shape(current);
                if (next == null
                        || !collectMethods(current, next, required, implemented, visited)) {
                    return false;
                }
            }
            return true;
        }
    }
}
