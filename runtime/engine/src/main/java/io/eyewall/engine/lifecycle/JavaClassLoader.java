package io.eyewall.engine.lifecycle;

import java.lang.reflect.Field;
import java.util.Optional;
import org.apache.storm.utils.Utils;

/** Reads the class loader with which tests have Storm deserialize components. */
final class JavaClassLoader {
    private JavaClassLoader() {}

    /**
     * Returns the class loader that was given to {@code Utils.setClassLoaderForJavaDeSerialize};
     * Storm has no getter for it. Empty if none was set, or if it was reset, which Storm does by
     * setting the system class loader.
     */
    static Optional<ClassLoader> setByTest() {
        try {
            Field field = Utils.class.getDeclaredField("cl");
            field.setAccessible(true);
            return Optional.ofNullable((ClassLoader) field.get(null))
                    .filter(set -> set != ClassLoader.getSystemClassLoader());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "org.apache.storm.utils.Utils no longer has the field 'cl' with the class"
                            + " loader for Java's serialization; adapt "
                            + JavaClassLoader.class.getName()
                            + " to this version of Storm",
                    e);
        }
    }
}
