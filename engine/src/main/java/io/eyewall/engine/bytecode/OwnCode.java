package io.eyewall.engine.bytecode;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells a component's own code from that of libraries which it uses: it is in the packages of the
 * classes of its spouts or bolts, or of what they wrap.
 */
final class OwnCode {
    /** Beginnings of packages that projects have in common which know nothing of each other. */
    private static final Set<String> SHARED =
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
     * The code of a component.
     *
     * @param tasks its spouts or bolts
     * @param objects all that these consist of
     */
    static OwnCode of(Collection<?> tasks, ObjectClasses objects, ClassFiles files) {
        List<String> own = new ArrayList<>();
        for (Object task : tasks) {
            String name = task.getClass().getName().replace('.', '/');
            if (!own.contains(name) && files.read(name).isPresent()) {
                own.add(name);
            }
        }
        if (own.isEmpty()) { // Storm's, which wrap the user's
            objects.names().stream()
                    .filter(name -> files.read(name).isPresent())
                    .findFirst()
                    .ifPresent(own::add);
        }
        return new OwnCode(own);
    }

    /** Internal names of the classes that it was told from. */
    List<String> classes() {
        return classes;
    }

    /** Whether a method is the component's own. */
    boolean contains(MethodCode method) {
        return packages.contains(packageOf(method.owner()));
    }

    /**
     * The first two parts of a package, as an organization has them, or three where the first two
     * are shared by many; all of a shorter one.
     */
    static String packageOf(String internalName) {
        String first = firstParts(internalName, 2);
        return SHARED.contains(first) ? firstParts(internalName, 3) : first;
    }

    private static String firstParts(String internalName, int parts) {
        int end = 0;
        for (int i = 0; i < parts; i++) {
            end = Math.max(end, internalName.indexOf('/', end) + 1);
        }
        return internalName.substring(0, end);
    }
}
