package io.eyewall.lab.storm;

import io.eyewall.lab.jars.StormJars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The folders that a lab's daemons read and write; all are in the lab's folder. Immutable.
 *
 * <pre>
 * storm/lib, lib-worker   links to Storm's jars       conf/HOST   storm.yaml; zoo.cfg of the head
 * storm/extlib[-daemon]   copies of plug-ins          data/HOST   data of daemons
 * storm/log4j2            configuration of logging    logs/HOST   log files and output
 *                                                     tmp/HOST    their temporary files
 * </pre>
 */
public final class StormFolders {
    private final Path folder;

    /**
     * @param folder the lab's folder
     */
    public StormFolders(Path folder) {
        this.folder = folder;
    }

    /** Returns Storm's home folder. */
    public Path home() {
        return folder.resolve("storm");
    }

    Path lib() {
        return home().resolve("lib");
    }

    Path workerLib() {
        return home().resolve("lib-worker");
    }

    Path extlib() {
        return home().resolve("extlib");
    }

    Path extlibDaemon() {
        return home().resolve("extlib-daemon");
    }

    Path log4j() {
        return home().resolve("log4j2");
    }

    /** Returns the folder of a host's configuration. */
    public Path conf(String host) {
        return folder.resolve("conf").resolve(host);
    }

    Path data(String host) {
        return folder.resolve("data").resolve(host);
    }

    /** Returns the folder of a host's logs: a file per daemon, and a folder {@code workers}. */
    public Path logs(String host) {
        return folder.resolve("logs").resolve(host);
    }

    /**
     * Returns the file of a daemon's standard output, which has its messages before logging starts
     * and at the end of its JVM.
     */
    public Path outputFile(String host, String daemon) {
        return logs(host).resolve(daemon + ".out");
    }

    /** Returns the log file of a daemon. */
    public Path logFile(String host, String daemon) {
        return logs(host).resolve(daemon + ".log");
    }

    Path temporary(String host) {
        return folder.resolve("tmp").resolve(host);
    }

    /**
     * Creates the folders, and links or copies the jars.
     *
     * @param hosts the names of all hosts
     * @param extlib jars for daemons and workers
     * @param extlibDaemon jars for daemons
     */
    public void create(
            StormJars.ClassPaths jars,
            List<String> hosts,
            List<Path> extlib,
            List<Path> extlibDaemon)
            throws IOException {
        link(jars.daemons(), lib());
        link(jars.workers(), workerLib());
        copy(extlib, extlib());
        copy(extlibDaemon, extlibDaemon());
        Files.createDirectories(log4j());
        for (String name : List.of("cluster.xml", "worker.xml")) {
            Files.write(log4j().resolve(name), BundledFile.read(name));
        }
        for (String host : hosts) {
            for (Path each : List.of(conf(host), data(host), logs(host), temporary(host))) {
                Files.createDirectories(each);
            }
        }
    }

    private static void link(List<Path> jars, Path folder) throws IOException {
        Files.createDirectories(folder);
        for (Path jar : jars) {
            Files.createSymbolicLink(folder.resolve(jar.getFileName()), jar);
        }
    }

    /**
     * Copies jars, since a new build of a plug-in would change a linked file while a JVM uses it.
     */
    private static void copy(List<Path> jars, Path folder) throws IOException {
        Files.createDirectories(folder);
        for (Path jar : jars) {
            Files.copy(jar, folder.resolve(jar.getFileName()));
        }
    }
}
