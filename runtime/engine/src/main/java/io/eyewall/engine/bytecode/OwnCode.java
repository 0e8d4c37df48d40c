package io.eyewall.engine.bytecode;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Distinguishes a component's own code from that of the libraries that it uses. Code is the
 * component's own if it is in a package of the classes of its spouts or bolts, or of the objects
 * that these wrap.
 */
final class OwnCode {
    /** Package prefixes that unrelated projects have in common. */
    private static final Set<String> SHARED_PREFIXES =
            Set.of(
                    "org/apache/",
                    "org/eclipse/",
                    "com/github/",
                    "com/gitlab/",
                    "com/google/",
                    "io/github/",
                    "io/gitlab/");

    private final List<String> classes;
    private final Set<String> packages = new HashSet<>();

    private OwnCode(List<String> classes) {
        this.classes = classes;
        classes.forEach(name -> packages.add(packageOf(name)));
    }

    /**
     * Returns the code of a component.
     *
     * @param tasks the component's spouts or bolts
     * @param objects all objects that the spouts or bolts consist of
     */
    static OwnCode of(Collection<?> tasks, ObjectClasses objects, ClassFiles files) {
        List<String> own = new ArrayList<>();
        for (Object task : tasks) {
            String name = task.getClass().getName().replace('.', '/');
            if (!own.contains(name) && files.read(name).isPresent()) {
                own.add(name);
            }
        }
        if (own.isEmpty()) { // the tasks are objects of Storm's classes, which wrap the user's
            objects.names().stream()
                    .filter(name -> files.read(name).isPresent())
                    .findFirst()
                    .ifPresent(own::add);
        }
        return new OwnCode(own);
    }

    /**
     * Returns the internal names of the classes whose packages make up the component's own code.
     */
    List<String> classes() {
        return classes;
    }

    /** Returns whether a method is the component's own. */
    boolean contains(MethodCode method) {
        return contains(method.owner());
    }

    /** Returns whether a class is the component's own. */
    boolean contains(String internalName) {
        return packages.contains(packageOf(internalName));
    }

    /**
     * Returns the first two parts of a package, which usually name an organization, or the first
     * three parts if unrelated projects share the first two; a shorter package is returned whole.
     */
    static String packageOf(String internalName) {
        String first = firstParts(internalName, 2);
        return SHARED_PREFIXES.contains(first) ? firstParts(internalName, 3) : first;
    }

    private static String firstParts(String internalName, int parts) {
        int end = 0;
        for (int i = 0; i < parts; i++) {
            end = Math.max(end, internalName.indexOf('/', end) + 1);
        }
        return internalName.substring(0, end);
    }
}
