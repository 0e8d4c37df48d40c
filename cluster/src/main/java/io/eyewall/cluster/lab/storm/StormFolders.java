package io.eyewall.cluster.lab.storm;

import io.eyewall.cluster.lab.jars.StormJars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The folders in which a lab's daemons find what they need, and leave what they make; all in the
 * lab's folder.
 *
 * <pre>
 * storm/lib, lib-worker   links to Storm's jars       conf/HOST   storm.yaml; zoo.cfg of the head
 * storm/extlib[-daemon]   copies of plug-ins          data/HOST   what daemons keep
 * storm/log4j2            how they log                logs/HOST   what they say
 *                                                     tmp/HOST    their temporary files
 * </pre>
 */
public final class StormFolders {
    private final Path folder;

    /**
     * @param folder of the lab
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

    /** Of a host. */
    public Path conf(String host) {
        return folder.resolve("conf").resolve(host);
    }

    Path data(String host) {
        return folder.resolve("data").resolve(host);
    }

    /** Of a host: a file per daemon, and a folder {@code workers}. */
    public Path logs(String host) {
        return folder.resolve("logs").resolve(host);
    }

    /** Returns the file of what a daemon prints before it logs and when its JVM ends. */
    public Path output(String host, String daemon) {
        return logs(host).resolve(daemon + ".out");
    }

    /** Returns the log file of a daemon. */
    public Path log(String host, String daemon) {
        return logs(host).resolve(daemon + ".log");
    }

    Path temporary(String host) {
        return folder.resolve("tmp").resolve(host);
    }

    /**
     * Makes those of all.
     *
     * @param hosts their names
     * @param extlib jars for daemons and workers
     * @param extlibDaemon jars for daemons
     */
    public void make(
            StormJars.Found jars, List<String> hosts, List<Path> extlib, List<Path> extlibDaemon)
            throws IOException {
        link(jars.daemons(), lib());
        link(jars.workers(), workerLib());
        copy(extlib, extlib());
        copy(extlibDaemon, extlibDaemon());
        Files.createDirectories(log4j());
        for (String name : List.of("cluster.xml", "worker.xml")) {
            Files.write(log4j().resolve(name), Resource.bytes(name));
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

    /** Copies, since who builds a plug-in anew would change it beneath a running JVM. */
    private static void copy(List<Path> jars, Path folder) throws IOException {
        Files.createDirectories(folder);
        for (Path jar : jars) {
            Files.copy(jar, folder.resolve(jar.getFileName()));
        }
    }
}
