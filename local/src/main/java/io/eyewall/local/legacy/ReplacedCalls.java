package io.eyewall.local.legacy;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Type;

/** Maps calls of old Storm's methods to their replacements. */
final class ReplacedCalls {
    /** On a static method that is called in place of one with the same name. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface InsteadOf {
        /**
         * The class that had the method; for an instance method the first parameter takes the
         * instance.
         */
        Class<?> value();

        /** Whether the old one was static. */
        boolean isStatic() default false;
    }

    private ReplacedCalls() {}

    /** Descriptors of the methods to call, by {@link #key}. */
    static Map<String, String> table(Class<?> calls) {
        Map<String, String> table = new HashMap<>();
        for (Method method : calls.getDeclaredMethods()) {
            InsteadOf insteadOf = method.getAnnotation(InsteadOf.class);
            if (insteadOf == null) {
                continue;
            }
            String descriptor = Type.getMethodDescriptor(method);
            String old = descriptor;
            if (!insteadOf.isStatic()) {
                Type[] parameters = Type.getArgumentTypes(method);
                Type[] rest = Arrays.copyOfRange(parameters, 1, parameters.length);
                old = Type.getMethodDescriptor(Type.getReturnType(method), rest);
            }
            String owner = Type.getInternalName(insteadOf.value());
            table.put(key(insteadOf.isStatic(), owner, method.getName(), old), descriptor);
        }
        return table;
    }

    /**
     * @param owner internal name
     * @param descriptor without the instance
     */
    static String key(boolean isStatic, String owner, String name, String descriptor) {
        return (isStatic ? "static " : "") + owner + "." + name + descriptor;
    }
}
