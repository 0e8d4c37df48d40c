package io.eyewall.cluster.lab.process;

import io.eyewall.plugin.worker.SmoothWorker;
import java.util.List;

/** The role of a process of a lab, by its command line. */
public enum Role {
    ZOOKEEPER("org.apache.storm.shade.org.apache.zookeeper.server.ZooKeeperServerMain"),
    NIMBUS("org.apache.storm.daemon.nimbus.Nimbus"),
    SUPERVISOR("org.apache.storm.daemon.supervisor.Supervisor"),
    /** Takes what a worker prints; its command line goes on with the worker's. */
    LOG_WRITER("org.apache.storm.LogWriter"),
    /** Storm's, that of our plug-in, or that of native workers: they take the same arguments. */
    WORKER(
            "org.apache.storm.daemon.worker.Worker",
            SmoothWorker.class.getName(),
            "io.eyewall.nativetask.worker.NativeWorker"),
    /** Every other process: clients, children of shell components. */
    OTHER("");

    private final String mainClass;

    @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
    private final List<String> ourMainClasses;

    Role(String mainClass, String... ourMainClasses) {
        this.mainClass = mainClass;
        this.ourMainClasses = List.of(ourMainClasses);
    }

    /** The class of Storm's that has its main; empty for others. */
    public String mainClass() {
        return mainClass;
    }

    private boolean isMain(String argument) {
        return this != OTHER && (argument.equals(mainClass) || ourMainClasses.contains(argument));
    }

    /** Returns the index of one of its main classes on a command line; -1 if there is none. */
    int mainAt(List<String> commandLine) {
        for (int i = 0; i < commandLine.size(); i++) {
            if (isMain(commandLine.get(i))) {
                return i;
            }
        }
        return -1;
    }

    /** By the first class on the command line that is the main of a role. */
    static Role of(List<String> commandLine) {
        for (String argument : commandLine) {
            for (Role role : values()) {
                if (role.isMain(argument)) {
                    return role;
                }
            }
        }
        return OTHER;
    }
}
