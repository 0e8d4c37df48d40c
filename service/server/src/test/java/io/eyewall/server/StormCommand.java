package io.eyewall.server;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.storm.security.auth.digest.DigestSaslTransportPlugin;

/**
 * What Storm's own command {@code storm} starts: a class of Storm's, or of an application, in a
 * process with Storm's class path.
 *
 * @param code with which it ended
 * @param out what it printed, errors included
 */
record StormCommand(int code, String out) {
    /** One of {@code org.apache.storm.command}. */
    static StormCommand run(Path folder, int nimbusPort, String name, String... args)
            throws IOException, InterruptedException {
        return start(
                folder, nimbusPort, List.of(), List.of(), "org.apache.storm.command." + name, args);
    }

    /**
     * The same for a Nimbus that wants a password.
     *
     * @param login of JAAS, with what Storm's client logs in as
     */
    static StormCommand runLoggedIn(
            Path folder, int nimbusPort, Path login, String name, String... args)
            throws IOException, InterruptedException {
        return start(
                folder,
                nimbusPort,
                List.of(),
                loginOptions(nimbusPort, login),
                "org.apache.storm.command." + name,
                args);
    }

    /** As {@code storm jar}, to a Nimbus that wants a password. */
    static StormCommand jarLoggedIn(
            Path folder, int nimbusPort, Path login, Path jar, Class<?> main, String... args)
            throws IOException, InterruptedException {
        return start(
                folder,
                nimbusPort,
                List.of(jar),
                loginOptions(nimbusPort, login),
                main.getName(),
                args);
    }

    private static List<String> loginOptions(int nimbusPort, Path login) {
        return List.of(
                "-Dstorm.options="
                        + String.join(
                                ",",
                                address(nimbusPort),
                                option("java.security.auth.login.config=" + login),
                                option(
                                        "storm.thrift.transport="
                                                + DigestSaslTransportPlugin.class.getName())));
    }

    /** As {@code storm jar}. */
    static StormCommand jar(Path folder, int nimbusPort, Path jar, Class<?> main, String... args)
            throws IOException, InterruptedException {
        return start(folder, nimbusPort, List.of(jar), List.of(), main.getName(), args);
    }

    /** As {@code storm jar --jars}. */
    static StormCommand jarWith(
            Path folder, int nimbusPort, Path jar, Path library, Class<?> main, String... args)
            throws IOException, InterruptedException {
        return start(
                folder,
                nimbusPort,
                List.of(jar, library),
                List.of("-Dstorm.dependency.jars=" + library),
                main.getName(),
                args);
    }

    private static StormCommand start(
            Path folder,
            int nimbusPort,
            List<Path> jars,
            List<String> options,
            String main,
            String... args)
            throws IOException, InterruptedException {
        List<String> classPath = new ArrayList<>(TestJars.stormClassPath());
        jars.forEach(jar -> classPath.add(jar.toString()));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx128m");
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
        command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
        command.add("-Dstorm.options=" + address(nimbusPort));
        command.addAll(options); // the last of two wins
        if (!jars.isEmpty()) {
            command.add("-Dstorm.jar=" + jars.get(0));
        }
        command.add("-cp");
        command.add(String.join(":", classPath));
        command.add(main);
        command.addAll(List.of(args));
        Path out = Files.createTempFile(folder, "storm", ".txt");
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
        if (!process.waitFor(2, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError(main + " has not ended; said " + Files.readString(out));
        }
        return new StormCommand(process.exitValue(), Files.readString(out));
    }

    private static String address(int nimbusPort) {
        return option("nimbus.seeds=[\"127.0.0.1\"]")
                + ","
                + option("nimbus.thrift.port=" + nimbusPort);
    }

    private static String option(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** What it printed, if it went well. */
    String ok() {
        if (code != 0) {
            throw new AssertionError("ended with " + code + ": " + out);
        }
        return out;
    }
}
