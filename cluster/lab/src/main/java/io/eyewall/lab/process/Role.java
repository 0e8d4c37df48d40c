package io.eyewall.lab.process;

import io.eyewall.plugin.worker.SmoothWorker;
import java.util.List;

/** The role of a lab's process, which its command line shows. */
public enum Role {
    ZOOKEEPER("org.apache.storm.shade.org.apache.zookeeper.server.ZooKeeperServerMain"),
    NIMBUS("org.apache.storm.daemon.nimbus.Nimbus"),
    SUPERVISOR("org.apache.storm.daemon.supervisor.Supervisor"),
    /** Writes a worker's output to a file; its command line contains the worker's. */
    LOG_WRITER("org.apache.storm.LogWriter"),
    /**
     * A worker of Storm, of Eyewall's plug-in, or for native components: all have the same
     * arguments.
     */
    WORKER(
            "org.apache.storm.daemon.worker.Worker",
            SmoothWorker.class.getName(),
            "io.eyewall.nativetask.worker.NativeWorker"),
    /** Every other process: clients, children of shell components. */
    OTHER("");

    private final String mainClass;

    @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
    private final List<String> eyewallMainClasses;

    Role(String mainClass, String... eyewallMainClasses) {
        this.mainClass = mainClass;
        this.eyewallMainClasses = List.of(eyewallMainClasses);
    }

    /** Returns Storm's main class of the role; empty for {@link #OTHER}. */
    public String mainClass() {
        return mainClass;
    }

    private boolean isMainClass(String argument) {
        return this != OTHER
                && (argument.equals(mainClass) || eyewallMainClasses.contains(argument));
    }

    /**
     * Returns the index of one of the role's main classes on a command line; -1 if there is none.
     */
    int mainClassIndex(List<String> commandLine) {
        for (int i = 0; i < commandLine.size(); i++) {
            if (isMainClass(commandLine.get(i))) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the role whose main class comes first on the command line. */
    static Role of(List<String> commandLine) {
        for (String argument : commandLine) {
            for (Role role : values()) {
                if (role.isMainClass(argument)) {
                    return role;
                }
            }
        }
        return OTHER;
    }
}
