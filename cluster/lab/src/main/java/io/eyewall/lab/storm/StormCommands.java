package io.eyewall.lab.storm;

import io.eyewall.lab.LabHost;
import io.eyewall.lab.process.Role;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Builds the command lines of Storm's daemons and clients, as Storm's script {@code storm} does.
 * Immutable.
 */
public final class StormCommands {
    private static final int NIMBUS_HEAP_MB = 192;
    private static final int OTHER_DAEMON_HEAP_MB = 96;
    private static final int CLIENT_HEAP_MB = 256;

    private final StormFolders folders;

    public StormCommands(StormFolders folders) {
        this.folders = folders;
    }

    /** Returns the base name of a daemon's files. */
    public static String fileName(Role daemon) {
        return daemon.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the command line of a daemon on a host. */
    public List<String> daemonCommand(Role daemon, String host) {
        int heapMb = daemon == Role.NIMBUS ? NIMBUS_HEAP_MB : OTHER_DAEMON_HEAP_MB;
        List<String> command = new ArrayList<>(List.of(javaProgram()));
        command.addAll(JvmOptions.daemon(heapMb, folders.temporary(host)));
        command.addAll(properties(host));
        command.add("-Dlogfile.name=" + fileName(daemon) + ".log");
        command.add("-Dlog4j.configurationFile=" + folders.log4j().resolve("cluster.xml"));
        command.add("-cp");
        command.add(daemonClassPath(host));
        command.add(daemon.mainClass());
        if (daemon == Role.ZOOKEEPER) {
            command.add(folders.conf(host).resolve("zoo.cfg").toString());
        }
        return command;
    }

    /** Returns the lines of ZooKeeper's configuration file. */
    public List<String> zooKeeperConf(LabHost head, int port) {
        return List.of(
                "dataDir=" + folders.data(head.name()).resolve("zookeeper"),
                "clientPort=" + port,
                "clientPortAddress=" + head.address(),
                "tickTime=1000",
                "maxClientCnxns=0",
                "admin.enableServer=false");
    }

    /**
     * Returns the environment variables of processes on a host. Workers inherit their supervisor's,
     * and so find its configuration.
     */
    public Map<String, String> variables(String host) {
        return Map.of(
                "STORM_CONF_DIR",
                folders.conf(host).toString(),
                "JAVA_HOME",
                System.getProperty("java.home"));
    }

    /**
     * Returns the command line of an application's main class on the head, as {@code storm jar}
     * starts it.
     */
    public List<String> submitCommand(Path jar, String mainClass, List<String> arguments) {
        List<String> command = clientJvm(workerClassPath(jar.toString()));
        command.add("-Dstorm.jar=" + jar);
        command.add(mainClass);
        command.addAll(arguments);
        return command;
    }

    /**
     * Returns the command line of one of Storm's own commands on the head.
     *
     * @param mainClass its main class, see {@link #mainClassOf}
     */
    public List<String> stormCommand(String mainClass, List<String> arguments) {
        List<String> command = clientJvm(daemonClassPath(LabHost.HEAD));
        command.add(mainClass);
        command.addAll(arguments);
        return command;
    }

    /**
     * Returns the command line of a main class of Eyewall on the head, with Storm's client on its
     * class path.
     *
     * @param code folder or jar with the class
     */
    public List<String> eyewallCommand(Path code, Class<?> mainClass, List<String> arguments) {
        List<String> command = clientJvm(workerClassPath(code.toString()));
        command.add(mainClass.getName());
        command.addAll(arguments);
        return command;
    }

    private List<String> clientJvm(String classPath) {
        List<String> command = new ArrayList<>(List.of(javaProgram()));
        command.addAll(JvmOptions.daemon(CLIENT_HEAP_MB, folders.temporary(LabHost.HEAD)));
        command.addAll(properties(LabHost.HEAD));
        command.add("-Dstorm.options=");
        command.add("-Dstorm.dependency.jars=");
        command.add("-Dstorm.dependency.artifacts={}");
        command.add("-cp");
        command.add(classPath);
        return command;
    }

    private List<String> properties(String host) {
        return List.of(
                "-Dstorm.home=" + folders.home(),
                "-Dstorm.log.dir=" + folders.logs(host),
                "-Dstorm.conf.file=");
    }

    private String daemonClassPath(String host) {
        return classPath(
                allJars(folders.lib()),
                allJars(folders.extlib()),
                allJars(folders.extlibDaemon()),
                folders.conf(host).toString());
    }

    private String workerClassPath(String first) {
        return classPath(
                first,
                allJars(folders.workerLib()),
                allJars(folders.extlib()),
                folders.conf(LabHost.HEAD).toString());
    }

    private static String allJars(Path folder) {
        return folder + "/*";
    }

    private static String classPath(String... elements) {
        return Arrays.stream(elements).collect(Collectors.joining(":"));
    }

    private static String javaProgram() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /**
     * Returns Storm's main class for a verb of its script.
     *
     * @throws IllegalArgumentException if a lab does not support the verb; names those that it
     *     supports
     */
    public static String mainClassOf(String verb) {
        for (Verb each : Verb.values()) {
            if (each.text.equals(verb)) {
                return "org.apache.storm." + each.className;
            }
        }
        throw new IllegalArgumentException(
                "a lab does not support 'storm %s', only: %s".formatted(verb, verbs()));
    }

    /** Returns all supported verbs, separated by commas. */
    public static String verbs() {
        return Stream.of(Verb.values()).map(verb -> verb.text).collect(Collectors.joining(", "));
    }

    /** The supported verbs: those that are clients of Nimbus or ZooKeeper. */
    private enum Verb {
        LIST("list", "command.ListTopologies"),
        KILL("kill", "command.KillTopology"),
        ACTIVATE("activate", "command.Activate"),
        DEACTIVATE("deactivate", "command.Deactivate"),
        REBALANCE("rebalance", "command.Rebalance"),
        MONITOR("monitor", "command.Monitor"),
        GET_ERRORS("get-errors", "command.GetErrors"),
        SET_LOG_LEVEL("set_log_level", "command.SetLogLevel"),
        UPLOAD_CREDENTIALS("upload-credentials", "command.UploadCredentials"),
        BLOBSTORE("blobstore", "command.Blobstore"),
        HEARTBEATS("heartbeats", "command.Heartbeats"),
        ADMIN("admin", "command.AdminCommands"),
        VERSION("version", "utils.VersionInfo");

        private final String text;
        private final String className;

        Verb(String text, String className) {
            this.text = text;
            this.className = className;
        }
    }
}
