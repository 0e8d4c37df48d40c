package io.eyewall.toolkit.operator;

import java.lang.reflect.Proxy;
import org.apache.storm.tuple.Tuple;

/** Tuples that nobody looks into. */
final class Tuples {
    /** One that is only counted. */
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
