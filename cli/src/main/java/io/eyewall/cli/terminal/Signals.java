package io.eyewall.cli.terminal;

import io.eyewall.engine.temporary.TemporaryFolder;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Records the first SIGINT (Ctrl-C) or SIGTERM so that the main thread can end in order; a second
 * one ends the process immediately. Uses reflection because {@code sun.misc.Signal} is outside
 * Java's standard; where that class is missing, signals end the process as usual.
 */
public final class Signals {
    private static final int NONE = 0;

    private final AtomicInteger received = new AtomicInteger(NONE);

    /** Installs the handlers of SIGINT and SIGTERM. */
    public void install() {
        handle("INT", this::onSignal);
        handle("TERM", this::onSignal);
    }

    /**
     * Installs a handler for a signal; the handler runs on a thread of the JVM. Does nothing if
     * there is no such signal, or if the JVM leaves signals alone ({@code -Xrs}).
     *
     * @param action receives the signal's number
     */
    public static void handle(String name, IntConsumer action) {
        try {
            Class<?> signalType = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Method number = signalType.getMethod("getNumber");
            Object handler =
                    Proxy.newProxyInstance(
                            Signals.class.getClassLoader(),
                            new Class<?>[] {handlerType},
                            (proxy, method, args) -> {
                                if (method.getName().equals("handle")) {
                                    action.accept((Integer) number.invoke(args[0]));
                                }
                                return null;
                            });
            Object signal = signalType.getConstructor(String.class).newInstance(name);
            signalType.getMethod("handle", signalType, handlerType).invoke(null, signal, handler);
        } catch (ReflectiveOperationException e) {
            boolean notAvailable =
                    e instanceof InvocationTargetException
                            && e.getCause() instanceof IllegalArgumentException;
            if (!notAvailable && !(e instanceof ClassNotFoundException)) {
                throw new IllegalStateException("signals can't be handled", e);
            }
        }
    }

    private void onSignal(int number) {
        if (!received.compareAndSet(NONE, number)) {
            TemporaryFolder.closeAll();
            Runtime.getRuntime().halt(ExitCode.SIGNAL + number);
        }
    }

    /** Returns the number of the first signal; 0 if there was none. */
    public int received() {
        return received.get();
    }
}
