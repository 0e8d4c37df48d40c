package io.eyewall.cli.application;

import io.eyewall.cli.conf.ConfOptions;
import io.eyewall.cli.nimbus.NimbusTarget;
import io.eyewall.cli.terminal.LogLevels;
import io.eyewall.engine.StackTraceText;
import io.eyewall.local.application.AppClassLoader;
import io.eyewall.local.legacy.ApplicationLoaders;
import io.eyewall.local.legacy.ApplicationLoaders.Mode;
import java.io.PrintWriter;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.storm.utils.Utils;
import org.apache.storm.utils.VersionInfo;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * An application whose main method runs in this process and submits its topologies to a Nimbus
 * elsewhere.
 */
public final class ClientApp {
    private final AppMain main;
    private final Method method;

    private ClientApp(AppMain main, Method method) {
        this.main = main;
        this.method = method;
    }

    /**
     * Returns the writer for results. With JSON, also redirects the application's own output to the
     * standard error, so that the standard output carries results only.
     */
    public static PrintWriter redirectForResults(CommandLine command, boolean json) {
        PrintWriter out = command.getOut(); // the standard output before it is redirected
        if (json) {
            System.setOut(System.err);
        }
        return out;
    }

    /**
     * Loads an application.
     *
     * @param notes receives notes about the application for the user
     * @param nimbus supplies the Nimbus that receives its topologies; if that is a Storm cluster's,
     *     the application is loaded without adaptation
     * @throws ParameterException if there is no such jar, class or method, or one of the further
     *     jars can't be found
     */
    public static ClientApp load(
            ConfOptions conf,
            AppParameters parameters,
            DependencyOptions dependencies,
            Consumer<String> notes,
            Supplier<NimbusTarget> nimbus) {
        LogLevels log = new LogLevels();
        // NimbusTarget reports the failures of which this logger warns.
        log.addSetting("org.apache.storm.utils.NimbusClient=error");
        log.install(0);
        AppMain main = parameters.main();
        Path jar = main.jar();
        conf.install();
        System.setProperty("storm.jar", jar.toAbsolutePath().toString());
        List<Path> jars = new ArrayList<>(List.of(jar));
        jars.addAll(dependencies.resolve(parameters.artifactJars()));
        ApplicationLoaders.Chosen chosen = Applications.choose(jars, false);
        if (!chosen.notes().isEmpty()) {
            NimbusTarget target = nimbus.get();
            String version = target.versionOfCluster();
            if (version != null) {
                chosen = Applications.choose(jars, List.of(), Mode.AS_IT_IS);
                notes.accept(noAdaptationNote(jar, target, version));
            }
        }
        chosen.notes().forEach(notes);
        AppClassLoader loader = chosen.loader();
        Thread.currentThread().setContextClassLoader(loader);
        Utils.setClassLoaderForJavaDeSerialize(loader);
        return new ClientApp(main, main.mainMethod(loader));
    }

    private static String noAdaptationNote(Path jar, NimbusTarget cluster, String version) {
        String ownStormVersion = VersionInfo.getVersion();
        return ("%s uses classes or methods that Storm %s does not have, and %s is a Storm"
                        + " cluster (%s). A Storm cluster does not adapt applications, as 'eyewall"
                        + " run' and 'eyewall server' do: this one fails there when it uses them%s")
                .formatted(
                        jar.getFileName(),
                        ownStormVersion,
                        cluster,
                        version,
                        version.equals(ownStormVersion) ? "" : ", unless that version has them");
    }

    /** Returns the name of the class that has the main method. */
    public String className() {
        return main.className();
    }

    /**
     * Runs the main method on a thread of its own, so that this command's frames do not appear in
     * stack traces that the application prints.
     *
     * @throws Throwable whatever the main method throws
     */
    public void run(List<String> args) throws Throwable {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                AppMain.invoke(method, args.toArray(new String[0]));
                            } catch (Throwable e) { // errors too: whatever main throws ends it
                                thrown.set(e);
                            }
                        },
                        "main");
        thread.start();
        thread.join();
        Throwable failure = thrown.get();
        if (failure != null) {
            throw failure;
        }
    }

    /** Returns a message about the exception with which the application has failed. */
    public String failureMessage(Throwable thrown) {
        return className() + " failed: " + StackTraceText.of(thrown).stripTrailing();
    }
}
