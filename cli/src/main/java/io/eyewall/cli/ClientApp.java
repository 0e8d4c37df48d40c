package io.eyewall.cli;

import io.eyewall.engine.StackTraceText;
import io.eyewall.local.application.AppClassLoader;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import org.apache.storm.utils.Utils;
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
     * Loads it.
     *
     * @throws ParameterException if there is no such jar, class or method
     */
    static ClientApp load(ConfOptions conf, AppParameters parameters) {
        LogLevels log = new LogLevels();
        log.want("org.apache.storm.utils.NimbusClient=error"); // NimbusTarget says what it warns of
        log.install(0);
        AppMain main = parameters.main();
        Path jar = main.jar();
        conf.install();
        System.setProperty("storm.jar", jar.toAbsolutePath().toString());
        AppClassLoader loader = new AppClassLoader(List.of(jar), ClientApp.class.getClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        Utils.setClassLoaderForJavaDeSerialize(loader);
        return new ClientApp(main, main.method(loader));
    }

    /** Name of the class with the main. */
    String className() {
        return main.className();
    }

    /**
     * Runs its main.
     *
     * @throws Exception what it throws
     */
    void run(List<String> args) throws Exception {
        AppMain.invoke(method, args.toArray(new String[0]));
    }

    /** Says with what it has failed. */
    String failed(Throwable thrown) {
        return className() + " failed: " + StackTraceText.of(thrown).stripTrailing();
    }
}
