package io.eyewall.cli;

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

/** An application whose main runs in this process, and submits its topologies elsewhere. */
final class ClientApp {
    private final AppMain main;
    private final Method method;

    private ClientApp(AppMain main, Method method) {
        this.main = main;
        this.method = method;
    }

    /**
     * Returns the writer of results. With JSON the standard output is for them alone: what the
     * application prints goes to the standard error.
     */
    static PrintWriter results(CommandLine command, boolean json) {
        PrintWriter out = command.getOut(); // of the stream that is the standard output now
        if (json) {
            System.setOut(System.err);
        }
        return out;
    }

    /**
     * Loads it.
     *
     * @param notes is told what the user should know of the application
     * @param nimbus gets its topologies; a Storm cluster adapts no application
     * @throws ParameterException if there is no such jar, class or method, or one of the further
     *     jars can't be had
     */
    static ClientApp load(
            ConfOptions conf,
            AppParameters parameters,
            DependencyOptions dependencies,
            Consumer<String> notes,
            Supplier<NimbusTarget> nimbus) {
        LogLevels log = new LogLevels();
        log.want("org.apache.storm.utils.NimbusClient=error"); // NimbusTarget says what it warns of
        log.install(0);
        AppMain main = parameters.main();
        Path jar = main.jar();
        conf.install();
        System.setProperty("storm.jar", jar.toAbsolutePath().toString());
        List<Path> jars = new ArrayList<>(List.of(jar));
        jars.addAll(dependencies.install());
        ApplicationLoaders.Chosen chosen = Applications.choose(jars, false);
        if (!chosen.notes().isEmpty()) {
            NimbusTarget target = nimbus.get();
            String version = target.versionOfCluster();
            if (version != null) {
                chosen = Applications.choose(jars, List.of(), Mode.AS_IT_IS);
                notes.accept(ofCluster(jar, target, version));
            }
        }
        chosen.notes().forEach(notes);
        AppClassLoader loader = chosen.loader();
        Thread.currentThread().setContextClassLoader(loader);
        Utils.setClassLoaderForJavaDeSerialize(loader);
        return new ClientApp(main, main.method(loader));
    }

    private static String ofCluster(Path jar, NimbusTarget cluster, String version) {
        String here = VersionInfo.getVersion();
        return ("%s refers to what Storm %s does not have, and %s is a Storm cluster (%s), which"
                        + " adapts no application, as 'eyewall run' and 'eyewall server' do: where"
                        + " it comes to that it fails there%s")
                .formatted(
                        jar.getFileName(),
                        here,
                        cluster,
                        version,
                        version.equals(here) ? "" : ", unless that version has it");
    }

    /** Name of the class with the main. */
    String className() {
        return main.className();
    }

    /**
     * Runs its main, on a thread of its own: what calls this is no part of stacks that the main
     * prints.
     *
     * @throws Throwable what it throws
     */
    void run(List<String> args) throws Throwable {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                AppMain.invoke(method, args.toArray(new String[0]));
                            } catch (Throwable e) { // also errors: whatever main throws ends it
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

    /** Says with what it has failed. */
    String failed(Throwable thrown) {
        return className() + " failed: " + StackTraceText.of(thrown).stripTrailing();
    }
}
