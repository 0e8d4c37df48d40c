package io.eyewall.engine.lifecycle;

import java.lang.reflect.Field;
import java.util.Optional;
import org.apache.storm.utils.Utils;

/** The class loader with which tests have Storm read serialized components. */
final class JavaClassLoader {
    private JavaClassLoader() {}

    /**
     * What {@code Utils.setClassLoaderForJavaDeSerialize} was given; Storm has no other way to ask.
     * Empty if nothing was, or if it was reset, which Storm does by setting the system's.
     */
    static Optional<ClassLoader> setByTest() {
        try {
            Field field = Utils.class.getDeclaredField("cl");
            field.setAccessible(true);
            return Optional.ofNullable((ClassLoader) field.get(null))
                    .filter(set -> set != ClassLoader.getSystemClassLoader());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "org.apache.storm.utils.Utils has no field 'cl' any more, which holds the class"
                            + " loader for Java's serialization; adapt "
                            + JavaClassLoader.class.getName()
                            + " to this version of Storm",
                    e);
        }
    }
}
