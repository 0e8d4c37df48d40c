package io.eyewall.cli.bench;

import io.eyewall.cli.terminal.ExitCode;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code eyewall bench}: passes its arguments to the main method of the benchmarks. That method
 * runs in a class loader of its own, because the command must not contain the benchmarks'
 * dependencies.
 *
 * <p>The launcher builds the module {@code benchmarks} before it calls {@code bench}.
 */
@Command(
        name = "bench",
        description =
                "Measure Eyewall beside its peers, each in a fresh JVM, all answers checked; prints"
                        + " a table. 'eyewall bench --help' shows the options. From a checkout"
                        + " only.",
        footer = {"", "Exit codes: 0 measured, 1 something failed, 2 wrong usage."},
        usageHelpAutoWidth = true)
public final class BenchCommand implements Callable<Integer> {
    private static final String MAIN = "io.eyewall.benchmarks.BenchMain";
    private static final Set<String> HELP = Set.of("-h", "--help");
    private static final String CLASSES = "benchmarks/target/classes";
    private static final String CLASS_PATH = "benchmarks/target/class-paths/handwritten.txt";

    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Parameters(paramLabel = "ARGS", arity = "0..*", description = "See 'eyewall bench --help'.")
    private List<String> args = List.of();

    @Override
    public Integer call() throws IOException, ReflectiveOperationException {
        Path home = Path.of(System.getProperty("eyewall.home", "."));
        if (!isBuilt(home) && args.stream().anyMatch(HELP::contains)) {
            command.commandLine().usage(command.commandLine().getOut());
            return ExitCode.OK;
        }
        try (URLClassLoader loader =
                new URLClassLoader(classPath(home), ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            Object status =
                    Class.forName(MAIN, true, loader)
                            .getMethod("run", String[].class)
                            .invoke(null, (Object) args.toArray(new String[0]));
            return (Integer) status;
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(MAIN + " failed", e.getCause());
        }
    }

    private URL[] classPath(Path home) throws IOException {
        Path file = home.resolve(CLASS_PATH);
        if (!isBuilt(home)) {
            throw usageError(
                    "no benchmarks in "
                            + home.toAbsolutePath()
                            + "; run ./eyewall bench in a checkout, without EYEWALL_NO_BUILD");
        }
        List<URL> urls = new ArrayList<>(List.of(url(home.resolve(CLASSES))));
        for (String entry : Files.readString(file).strip().split(File.pathSeparator)) {
            urls.add(url(Path.of(entry)));
        }
        return urls.toArray(new URL[0]);
    }

    private static boolean isBuilt(Path home) {
        return Files.isReadable(home.resolve(CLASS_PATH))
                && Files.isDirectory(home.resolve(CLASSES));
    }

    private static URL url(Path path) throws MalformedURLException {
        return path.toUri().toURL();
    }

    private ParameterException usageError(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
