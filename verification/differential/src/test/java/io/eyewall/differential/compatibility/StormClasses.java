package io.eyewall.differential.compatibility;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.apache.storm.Config;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InnerClassNode;

/** Reads the classes of the storm-client jar that this class path has. */
final class StormClasses {
    private static final String ROOT = "org/apache/storm/";

    /** What relocated libraries are called. */
    private static final String SHADED = "org/apache/storm/shade/";

    /** Thrift's compiler writes hundreds of classes inside each of these; they come as one. */
    private static final String GENERATED = "org/apache/storm/generated/";

    private final Map<String, ClassNode> nodes = new HashMap<>();

    private StormClasses() {}

    /** All public classes, in the order of their names; of nested ones, those whose outers are. */
    static List<StormClass> ofJar() throws IOException {
        StormClasses classes = new StormClasses();
        try (JarFile jar = new JarFile(jar().toFile())) {
            for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                String name = entry.getName();
                if (name.startsWith(ROOT) && !name.startsWith(SHADED) && name.endsWith(".class")) {
                    try (InputStream bytes = jar.getInputStream(entry)) {
                        classes.add(bytes);
                    }
                }
            }
        }
        return classes.publicOnes();
    }

    static Path jar() {
        return Path.of(Config.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    }

    /** {@code a/b/Outer$Inner} as in an import. */
    static String importName(String internalName) {
        return internalName.replace('/', '.').replace('$', '.');
    }

    private void add(InputStream bytes) throws IOException {
        ClassNode node = new ClassNode();
        int parts = ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES;
        new ClassReader(bytes).accept(node, parts);
        nodes.put(node.name, node);
    }

    private List<StormClass> publicOnes() {
        Map<String, StormClass> found = new TreeMap<>();
        for (ClassNode node : nodes.values()) {
            boolean nestedInGenerated =
                    node.name.startsWith(GENERATED) && node.name.indexOf('$') >= 0;
            if (isPublic(node) && !nestedInGenerated) {
                String name = importName(node.name);
                String folder = node.name.substring(0, node.name.lastIndexOf('/'));
                boolean isInterface = (node.access & Opcodes.ACC_INTERFACE) != 0;
                found.put(
                        name,
                        new StormClass(name, importName(folder), isInterface, supertypes(node)));
            }
        }
        return List.copyOf(found.values());
    }

    private boolean isPublic(ClassNode node) {
        if ((node.access & Opcodes.ACC_SYNTHETIC) != 0) {
            return false;
        }
        if (node.name.indexOf('$') < 0) {
            return (node.access & Opcodes.ACC_PUBLIC) != 0;
        }
        for (InnerClassNode inner : node.innerClasses) {
            if (inner.name.equals(node.name)) {
                return inner.outerName != null
                        && (inner.access & Opcodes.ACC_PUBLIC) != 0
                        && nodes.containsKey(inner.outerName)
                        && isPublic(nodes.get(inner.outerName));
            }
        }
        return false;
    }

    private Set<String> supertypes(ClassNode node) {
        Set<String> found = new HashSet<>();
        collect(node, found);
        return Set.copyOf(found);
    }

    private void collect(ClassNode node, Set<String> found) {
        Set<String> direct = new HashSet<>(node.interfaces);
        direct.add(node.superName);
        for (String type : direct) {
            if (nodes.containsKey(type) && found.add(importName(type))) {
                collect(nodes.get(type), found);
            }
        }
    }
}
