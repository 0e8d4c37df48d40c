package io.eyewall.testkit.fake;

import io.eyewall.engine.RunningTopology;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.Supplier;

/** Running topologies that return what a test defines. */
public final class FakeTopology {
    private FakeTopology() {}

    /**
     * Returns a topology that implements some methods and throws an {@link AssertionError} from all
     * others.
     *
     * @param answers suppliers of results, by names of methods of {@link RunningTopology}; called
     *     at each call of the method
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
                                throw new AssertionError("unexpected call of " + method);
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
