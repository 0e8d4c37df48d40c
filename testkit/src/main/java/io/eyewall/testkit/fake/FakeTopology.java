package io.eyewall.testkit.fake;

import io.eyewall.engine.RunningTopology;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.Supplier;

/** Running topologies that answer what a test says. */
public final class FakeTopology {
    private FakeTopology() {}

    /**
     * One that answers some methods, and fails whoever calls another one.
     *
     * @param answers by the names of methods of {@link RunningTopology}; asked at each call
     * @throws IllegalArgumentException if there is no such method
     */
    public static RunningTopology answering(Map<String, Supplier<?>> answers) {
        for (String name : answers.keySet()) {
            if (!isMethod(name)) {
                throw new IllegalArgumentException("RunningTopology has no method " + name);
            }
        }
        return (RunningTopology)
                Proxy.newProxyInstance(
                        RunningTopology.class.getClassLoader(),
                        new Class<?>[] {RunningTopology.class},
                        (proxy, method, arguments) -> {
                            Supplier<?> answer = answers.get(method.getName());
                            if (answer == null) {
                                throw new AssertionError("nobody should call " + method);
                            }
                            return answer.get();
                        });
    }

    private static boolean isMethod(String name) {
        for (var method : RunningTopology.class.getMethods()) {
            if (method.getName().equals(name)) {
                return true;
            }
        }
        return false;
    }
}
