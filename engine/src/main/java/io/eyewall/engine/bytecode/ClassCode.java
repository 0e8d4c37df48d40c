package io.eyewall.engine.bytecode;

import java.util.LinkedHashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * One class of an application.
 *
 * @param methods those with code, by signature
 */
record ClassCode(Map<String, MethodCode> methods) {
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
        return new ClassCode(methods);
    }
}
