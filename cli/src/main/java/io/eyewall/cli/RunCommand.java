package io.eyewall.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eyewall run}: an unmodified Storm application on this machine's cores. */
@Command(
        name = "run",
        description =
                "Run a Storm application's main on this machine, until its topologies are over, the"
                        + " time is up, or Ctrl-C, which lets tuples under way finish.",
        footer = {
            "",
            "Exit codes: 0 ended well, 1 the main failed or submitted nothing, 2 wrong usage,"
                    + " 3 a topology failed, 130 interrupted."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true)
final class RunCommand implements Callable<Integer> {
    @Spec private @Nullable CommandSpec command;

    @Parameters(index = "0", paramLabel = "APP.jar", description = "The application's jar.")
    private Path jar = Path.of("");

    @Parameters(index = "1", paramLabel = "MAIN", description = "Name of its class with a main.")
    private String mainClass = "";

    @Parameters(index = "2..*", paramLabel = "ARGS", description = "Arguments of the main.")
    private List<String> args = List.of();

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "End TIME after the first submission; such as 500ms, 30s, 5m.")
    private @Nullable Duration limit;

    @Mixin private ConfOptions conf = new ConfOptions();

    @Mixin private DrpcOptions drpc = new DrpcOptions();

    @Mixin private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws InterruptedException {
        output.configureLogging();
        if (!Files.isReadable(jar)) {
            throw wrong(jar + ": no such file, or it can't be read");
        }
        Map<String, Object> overrides = conf.install();
        System.setProperty("storm.jar", jar.toAbsolutePath().toString());
        ClassLoader loader = new AppClassLoader(jar, RunCommand.class.getClassLoader());
        Method main = main(loader);
        String[] arguments = args.toArray(new String[0]);
        drpc.install(System.err);
        Session session =
                new Session(output.reporter(System.out, System.err), System.err, overrides, limit);
        return session.run(mainClass, loader, nimbus -> invoke(main, arguments));
    }

    private Method main(ClassLoader loader) {
        try {
            // Not initialised here: that is for the application's own thread to do.
            Method main = Class.forName(mainClass, false, loader).getMethod("main", String[].class);
            if (!Modifier.isStatic(main.getModifiers())) {
                throw wrong("class " + mainClass + " has a main that is not static");
            }
            main.setAccessible(true); // the class itself may be package-private
            return main;
        } catch (ClassNotFoundException e) {
            throw wrong(
                    "class "
                            + e.getMessage()
                            + " is not in "
                            + jar
                            + "; give its full name, with"
                            + " its package");
        } catch (NoSuchMethodException e) {
            throw wrong("class " + mainClass + " has no public static main(String[])");
        } catch (LinkageError e) {
            throw wrong("class " + mainClass + " in " + jar + " can't be loaded: " + e);
        }
    }

    private static void invoke(Method main, String[] arguments) throws Exception {
        try {
            main.invoke(null, (Object) arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception exception) {
                throw exception;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e;
        }
    }

    private ParameterException wrong(String message) {
        if (command == null) {
            throw new IllegalStateException("not parsed by picocli: " + message);
        }
        return new ParameterException(command.commandLine(), message);
    }
}
