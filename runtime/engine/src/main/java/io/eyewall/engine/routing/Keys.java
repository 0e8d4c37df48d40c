package io.eyewall.engine.routing;

import io.eyewall.engine.memory.HotPath;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Determines which keys are plain: these can be hashed without a call of user code, which may take
 * any time.
 */
final class Keys {
    private static final Set<Class<?>> PLAIN_CLASSES =
            Set.of(
                    String.class,
                    Integer.class,
                    Long.class,
                    Short.class,
                    Byte.class,
                    Character.class,
                    Boolean.class,
                    Double.class,
                    Float.class,
                    BigInteger.class,
                    BigDecimal.class,
                    UUID.class,
                    URI.class);

    private static final ClassValue<Boolean> IS_PLAIN =
            new ClassValue<>() {
                @Override
                protected Boolean computeValue(Class<?> type) {
                    return PLAIN_CLASSES.contains(type)
                            || Enum.class.isAssignableFrom(type) // Enum.hashCode is final
                            || type.getName().startsWith("java.time.")
                            || (type.isArray() && type.getComponentType().isPrimitive());
                }
            };

    private Keys() {}

    /** Returns whether hashing a key, including a key that is an array, calls no user code. */
    @HotPath
    static boolean isPlain(@Nullable Object key) {
        return key instanceof String || key == null || IS_PLAIN.get(key.getClass());
    }
}
