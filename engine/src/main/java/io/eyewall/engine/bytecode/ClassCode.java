package io.eyewall.engine.bytecode;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * One class of an application.
 *
 * @param supertypes internal names of its superclass and interfaces
 * @param methods those with code, by signature
 */
record ClassCode(Set<String> supertypes, Map<String, MethodCode> methods) {
    static ClassCode of(ClassReader reader) {
        ClassNode node = new ClassNode();
        reader.accept(node, ClassReader.SKIP_FRAMES);
        Map<String, MethodCode> methods = new LinkedHashMap<>();
        String source = node.sourceFile == null ? "unknown source" : node.sourceFile;
        for (MethodNode method : node.methods) {
            if ((method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0) {
                MethodCode code = new MethodCode(node.name, source, method);
                methods.put(code.signature(), code);
            }
        }
        Set<String> supertypes = new HashSet<>(node.interfaces);
        if (node.superName != null) {
            supertypes.add(node.superName);
        }
        return new ClassCode(supertypes, methods);
    }
}
