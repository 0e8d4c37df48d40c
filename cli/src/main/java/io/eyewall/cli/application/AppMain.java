package io.eyewall.cli.application;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The main method of the application that was named on the command line. */
public final class AppMain {
    private final CommandLine command;
    private final Path jar;
    private final String className;

    private AppMain(CommandLine command, Path jar, String className) {
        this.command = command;
        this.jar = jar;
        this.className = className;
    }

    /**
     * Finds the main method of the named class, or of the class that the jar's manifest names.
     *
     * @param command reports wrong arguments
     * @param jar a jar that can be read
     * @throws ParameterException if no class is named
     */
    static AppMain find(CommandLine command, Path jar, @Nullable String mainClass) {
        if (mainClass != null) {
            return new AppMain(command, jar, mainClass);
        }
        String name =
                MainClasses.manifestMainClass(jar)
                        .orElseThrow(
                                () ->
                                        new ParameterException(
                                                command,
                                                "Missing required parameter: 'MAIN'; the manifest of "
                                                        + jar
                                                        + " names no main class, "
                                                        + MainClasses.mainClassHint(jar, null)));
        return new AppMain(command, jar, name);
    }

    /**
     * Throws if there is a problem; does nothing otherwise.
     *
     * @throws ParameterException if there is a problem
     */
    public static void requireNoProblem(CommandLine command, Optional<String> problem) {
        if (problem.isPresent()) {
            throw new ParameterException(command, problem.get());
        }
    }

    /** Returns the application's jar. */
    public Path jar() {
        return jar;
    }

    /** Returns the name of the class that has the main method. */
    public String className() {
        return className;
    }

    /**
     * Returns the main method. Does not initialise the class: the application's own thread does
     * that.
     *
     * @throws ParameterException if there is no such class or method
     */
    public Method mainMethod(ClassLoader loader) {
        try {
            Method main = Class.forName(className, false, loader).getMethod("main", String[].class);
            if (!Modifier.isStatic(main.getModifiers())) {
                throw usageError("class " + className + " has a main that is not static");
            }
            main.setAccessible(true); // the class may be package-private
            return main;
        } catch (ClassNotFoundException e) {
            throw usageError(
                    "class "
                            + e.getMessage()
                            + " is not in "
                            + jar
                            + "; give its full name, with its package; "
                            + MainClasses.mainClassHint(jar, className));
        } catch (NoSuchMethodException e) {
            throw usageError(
                    "class "
                            + className
                            + " has no public static main(String[]); "
                            + MainClasses.mainClassHint(jar, null));
        } catch (LinkageError e) {
            String hint = LegacyHint.find(e, loader);
            throw usageError(
                    "class "
                            + className
                            + " in "
                            + jar
                            + " can't be loaded: "
                            + e
                            + (hint == null ? "" : "; " + hint));
        }
    }

    /**
     * Calls the main method through a method handle. Reflection would add four frames to the stack
     * traces that the application prints.
     *
     * @throws Exception the exception that the main method throws
     */
    public static void invoke(Method main, String[] arguments) throws Exception {
        MethodHandle handle =
                MethodHandles.lookup()
                        .unreflect(main)
                        .asFixedArity()
                        .asType(MethodType.methodType(void.class, String[].class));
        try {
            handle.invokeExact(arguments);
        } catch (Exception | Error e) {
            OwnFrames.cut(e);
            throw e;
        } catch (Throwable e) { // a Throwable that is no Exception and no Error
            throw new InvocationTargetException(e);
        }
    }

    private ParameterException usageError(String message) {
        return new ParameterException(command, message);
    }
}
