package io.eyewall.toolkit.operator;

import java.lang.reflect.Proxy;
import org.apache.storm.tuple.Tuple;

/** Tuples for tests that do not read them. */
final class Tuples {
    /** A tuple that supports no method. */
    static final Tuple NONE =
            (Tuple)
                    Proxy.newProxyInstance(
                            Tuples.class.getClassLoader(),
                            new Class<?>[] {Tuple.class},
                            (proxy, method, arguments) -> {
                                throw new UnsupportedOperationException(method.getName());
                            });

    private Tuples() {}
}
