package io.eyewall.server.worker;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;

/**
 * The signals that a terminal sends to all its processes: of Ctrl-C, of Ctrl-Z, and of the hang-up.
 * A worker ignores those of its server's terminal. Uses reflection because {@code sun.misc.Signal}
 * is outside of the Java standard.
 */
final class TerminalSignals {
    private TerminalSignals() {}

    static void ignoreAll() {
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
