package io.eyewall.engine.bytecode;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/**
 * The creation of a lambda or method reference in the code of a class, as far as the lambda's
 * object identifies it. The object does not say which of its host's lambdas it is; but lambdas that
 * capture other types, or implement another interface, are ruled out.
 *
 * @param host internal name of the class whose code creates the lambdas
 * @param implemented internal name of the interface that the lambdas implement
 * @param captured descriptors of the captured variables, sorted
 */
record LambdaSite(String host, String implemented, List<String> captured) {
    static LambdaSite of(String host, InvokeDynamicInsnNode creation) {
        List<String> captured =
                Arrays.stream(Type.getArgumentTypes(creation.desc))
                        .map(Type::getDescriptor)
                        .sorted()
                        .toList();
        return new LambdaSite(host, Type.getReturnType(creation.desc).getInternalName(), captured);
    }

    /**
     * Returns the site that an object's class matches.
     *
     * @param type a class that the JVM made for a lambda
     */
    static LambdaSite of(String host, Class<?> type, Field[] fields) {
        List<String> captured = new ArrayList<>();
        for (Field field : fields) {
            if (!Modifier.isStatic(field.getModifiers())) {
                captured.add(Type.getDescriptor(field.getType()));
            }
        }
        captured.sort(null);
        Class<?>[] interfaces = type.getInterfaces();
        String implemented = interfaces.length == 0 ? "" : Type.getInternalName(interfaces[0]);
        return new LambdaSite(host, implemented, captured);
    }
}
