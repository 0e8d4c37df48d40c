package io.eyewall.engine.hotpath;

import io.eyewall.engine.memory.HotPath;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import org.jspecify.annotations.Nullable;

/**
 * A value that the JIT compiler treats as a constant although it is replaced now and then. When it
 * is replaced, the JVM discards the code that was compiled with the old value. The compiler knows
 * the value only where this object is itself a constant, that is, read from a static final field.
 * It is a record because the compiler trusts the final fields of records.
 *
 * @param site call site that returns the value
 */
record JitConstant<T>(MutableCallSite site) {
    /** Returns an object without a value. */
    static <T> JitConstant<T> create() {
        return new JitConstant<>(new MutableCallSite(MethodType.methodType(Object.class)));
    }

    /**
     * Returns the object with which a hidden class was defined, or null if it was defined without
     * one.
     *
     * @param lookup the class's own lookup
     */
    @SuppressWarnings("unchecked")
    static <T> @Nullable JitConstant<T> ofHiddenClass(MethodHandles.Lookup lookup) {
        try {
            return MethodHandles.classData(lookup, ConstantDescs.DEFAULT_NAME, JitConstant.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(
                    "expected the lookup of the hidden class itself, but got " + lookup, e);
        }
    }

    /** Returns the value. */
    @HotPath
    @SuppressWarnings("unchecked")
    T get() {
        try {
            return (T) (Object) site.getTarget().invokeExact();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // a constant throws nothing
        }
    }

    /** Replaces the value for all threads. Expensive: compiled code may be discarded. */
    void set(T value) {
        site.setTarget(MethodHandles.constant(Object.class, value));
        MutableCallSite.syncAll(new MutableCallSite[] {site});
    }
}
