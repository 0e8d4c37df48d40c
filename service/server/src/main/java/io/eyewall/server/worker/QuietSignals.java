package io.eyewall.server.worker;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;

/**
 * Makes a worker ignore the signals that its server's terminal sends to all processes: Ctrl-C,
 * Ctrl-Z, and the hang-up. Uses reflection because {@code sun.misc.Signal} is outside of the Java
 * standard.
 */
final class QuietSignals {
    private QuietSignals() {}

    static void install() {
        ignore("INT");
        ignore("HUP");
        ignore("TSTP");
    }

    private static void ignore(String name) {
        try {
            Class<?> signalType = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Field ignored = handlerType.getField("SIG_IGN");
            Object signal = signalType.getConstructor(String.class).newInstance(name);
            signalType
                    .getMethod("handle", signalType, handlerType)
                    .invoke(null, signal, ignored.get(null));
        } catch (InvocationTargetException | ClassNotFoundException e) {
            // The system has no such signal, or the JVM's options reserve it.
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("signals can't be ignored", e);
        }
    }
}
