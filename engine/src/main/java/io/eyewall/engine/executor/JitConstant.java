package io.eyewall.engine.executor;

import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import org.jspecify.annotations.Nullable;

/**
 * A value that the JIT compiler takes for a constant, although it is replaced now and then: what
 * has been compiled with the old value is thrown away then. It is a constant only where this object
 * is one, that is, read from a static final field; a record because the compiler trusts the final
 * fields of records.
 *
 * @param site holds what gives the value
 */
record JitConstant<T>(MutableCallSite site) {
    /** Without a value as yet. */
    static <T> JitConstant<T> create() {
        return new JitConstant<>(new MutableCallSite(MethodType.methodType(Object.class)));
    }

    /**
     * The one that a hidden class was defined with, or null if it was defined without.
     *
     * @param own the class's own lookup
     */
    @SuppressWarnings("unchecked")
    static <T> @Nullable JitConstant<T> of(MethodHandles.Lookup own) {
        try {
            return MethodHandles.classData(own, ConstantDescs.DEFAULT_NAME, JitConstant.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(own + " is not the class's own lookup", e);
        }
    }

    /** The value. hot path. */
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

    /** Replaces the value, for all threads. Expensive: compiled code may be thrown away. */
    void set(T value) {
        site.setTarget(MethodHandles.constant(Object.class, value));
        MutableCallSite.syncAll(new MutableCallSite[] {site});
    }
}
