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

/** Maps calls of old Storm's methods to their replacements. Any thread may call. */
final class ReplacedCalls {
    /** Marks a static method that replaces a method of the same name. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface InsteadOf {
        /**
         * The class of the replaced method; for an instance method, the first parameter is the
         * instance.
         */
        Class<?> value();

        /** Whether the replaced method is static. */
        boolean isStatic() default false;
    }

    private ReplacedCalls() {}

    /** Returns the descriptors of the replacements, by {@link #key} of the replaced methods. */
    static Map<String, String> replacementDescriptors(Class<?> calls) {
        Map<String, String> descriptors = new HashMap<>();
        for (Method method : calls.getDeclaredMethods()) {
            InsteadOf insteadOf = method.getAnnotation(InsteadOf.class);
            if (insteadOf == null) {
                continue;
            }
            String descriptor = Type.getMethodDescriptor(method);
            String replacedDescriptor = descriptor;
            if (!insteadOf.isStatic()) {
                Type[] parameters = Type.getArgumentTypes(method);
                Type[] withoutInstance = Arrays.copyOfRange(parameters, 1, parameters.length);
                replacedDescriptor =
                        Type.getMethodDescriptor(Type.getReturnType(method), withoutInstance);
            }
            String owner = Type.getInternalName(insteadOf.value());
            descriptors.put(
                    key(insteadOf.isStatic(), owner, method.getName(), replacedDescriptor),
                    descriptor);
        }
        return descriptors;
    }

    /**
     * Returns the key of a replaced method.
     *
     * @param owner the internal name of its class
     * @param descriptor the method's descriptor, without the instance
     */
    static String key(boolean isStatic, String owner, String name, String descriptor) {
        return (isStatic ? "static " : "") + owner + "." + name + descriptor;
    }
}
