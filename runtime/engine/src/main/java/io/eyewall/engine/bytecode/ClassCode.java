package io.eyewall.engine.bytecode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * One class of an application.
 *
 * @param methods the methods with code, by signature, without {@code $deserializeLambda$}
 * @param fields names of the fields that the class declares
 */
record ClassCode(Map<String, MethodCode> methods, Set<String> fields) {
    /**
     * Name of a method that compilers generate. It creates all serializable lambdas of the class,
     * but calls none.
     */
    private static final String DESERIALIZE = "$deserializeLambda$";

    static ClassCode of(ClassReader reader) {
        ClassNode node = new ClassNode();
        reader.accept(node, ClassReader.SKIP_FRAMES);
        Map<String, MethodCode> methods = new LinkedHashMap<>();
        String source = node.sourceFile == null ? "unknown source" : node.sourceFile;
        for (MethodNode method : node.methods) {
            boolean hasCode = (method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
            if (hasCode && !method.name.equals(DESERIALIZE)) {
                MethodCode code = new MethodCode(node.name, source, method);
                methods.put(code.signature(), code);
            }
        }
        Set<String> fields =
                node.fields.stream().map(field -> field.name).collect(Collectors.toSet());
        return new ClassCode(methods, fields);
    }
}
