package io.eyewall.differential.compatibility;

import io.eyewall.differential.program.Program;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;

/** What a program uses of Storm, found from the method behind its body. */
final class ProgramReferences {
    private ProgramReferences() {}

    /**
     * @throws IllegalArgumentException if the body is not a lambda or method reference
     */
    static References of(Program program) {
        CodeWalk walk = new CodeWalk();
        add(program.body(), walk);
        return walk.references();
    }

    private static void add(Serializable lambda, CodeWalk walk) {
        SerializedLambda form = serialized(lambda);
        walk.method(form.getImplClass(), form.getImplMethodName(), form.getImplMethodSignature());
        for (int i = 0; i < form.getCapturedArgCount(); i++) {
            Object captured = form.getCapturedArg(i);
            if (captured instanceof Serializable inner && captured.getClass().isHidden()) {
                add(inner, walk);
            }
        }
    }

    private static SerializedLambda serialized(Serializable lambda) {
        try {
            Method form = lambda.getClass().getDeclaredMethod("writeReplace");
            form.setAccessible(true);
            return (SerializedLambda) form.invoke(lambda);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(
                    lambda.getClass() + " is no lambda; make the program's body one", e);
        }
    }
}
