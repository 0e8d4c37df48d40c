package io.eyewall.differential.run;

import io.eyewall.differential.stage.Scratch;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs {@link ProgramMain} in a JVM of its own on the class path of one of the two systems. */
final class ChildJvm {
    private static final long LIMIT_MINUTES = 10;

    private final String system;
    private final Path folder;
    private final List<String> options;
    private String classPathEnd;

    /**
     * @param system {@code storm} or {@code eyewall}; the file named by the system property {@code
     *     eyewall.class-path.SYSTEM} holds its class path, to which Flux is added
     * @param folder where observations and logs go
     * @param options further options of the JVM
     */
    ChildJvm(String system, Path folder, List<String> options) {
        this.system = system;
        this.folder = folder;
        this.options = options;
        this.classPathEnd = File.pathSeparator + System.getProperty("eyewall.flux");
    }

    /** Appends a jar of another system's class path, found by the beginning of its name. */
    ChildJvm withJarOf(String other, String jarPrefix) throws IOException {
        for (String path : classPath(other).split(File.pathSeparator)) {
            if (Path.of(path).getFileName().toString().startsWith(jarPrefix)) {
                classPathEnd += File.pathSeparator + path;
            }
        }
        return this;
    }

    /**
     * Runs and blocks until the process has ended, or ends it after ten minutes.
     *
     * @param name of the run: names its output
     * @param arguments for ProgramMain, without {@code --out}
     * @return the file with the observations, which may lack some if the status is not 0
     */
    Run run(String name, List<String> arguments) throws IOException, InterruptedException {
        Path out = folder.resolve(name + ".json");
        Files.createDirectories(folder);
        Files.deleteIfExists(out);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx1g");
        // Hundreds of topologies, none of which lives long.
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-XX:ReservedCodeCacheSize=128m");
        command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
        Path temporary = Files.createTempDirectory(name);
        command.add("-Djava.io.tmpdir=" + temporary);
        command.add("-Dstorm.log.dir=" + folder.resolve("logs")); // else the working directory's
        command.addAll(options);
        command.add("-cp");
        command.add(programs() + File.pathSeparator + classPath(system) + classPathEnd);
        command.add(ProgramMain.class.getName());
        command.addAll(List.of("--out", out.toString()));
        command.addAll(arguments);
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve(name + ".log").toFile())
                        .start();
        try {
            boolean ended = process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES);
            return new Run(out, ended ? process.exitValue() : Run.STOPPED);
        } finally {
            process.destroyForcibly().waitFor();
            Scratch.delete(temporary); // Storm leaves much where a program ends its process
        }
    }

    /**
     * @param status of the process, or {@link #STOPPED}
     */
    record Run(Path out, int status) {
        /** It did not end in time and was ended. */
        static final int STOPPED = -1;
    }

    /** Where this module's classes are. */
    private static String programs() {
        return Path.of(
                        ProgramMain.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .getPath())
                .toString();
    }

    /** The jars of {@code storm} or {@code eyewall}. */
    static String classPath(String system) throws IOException {
        String property = "eyewall.class-path." + system;
        String file = System.getProperty(property);
        if (file == null) {
            throw new IllegalStateException(
                    "the system property " + property + " is not set; run this test by Maven");
        }
        return Files.readString(Path.of(file)).strip();
    }
}
