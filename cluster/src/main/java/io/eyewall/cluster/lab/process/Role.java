package io.eyewall.cluster.lab.process;

import java.util.List;

/** What a process of a lab is there for, as its command line says. */
public enum Role {
    ZOOKEEPER("org.apache.storm.shade.org.apache.zookeeper.server.ZooKeeperServerMain"),
    NIMBUS("org.apache.storm.daemon.nimbus.Nimbus"),
    SUPERVISOR("org.apache.storm.daemon.supervisor.Supervisor"),
    /** Takes what a worker prints; its command line goes on with the worker's. */
    LOG_WRITER("org.apache.storm.LogWriter"),
    WORKER("org.apache.storm.daemon.worker.Worker"),
    /** Whatever else: clients, children of shell components. */
    OTHER("");

    private final String mainClass;

    Role(String mainClass) {
        this.mainClass = mainClass;
    }

    /** The class that has its main; empty for others. */
    public String mainClass() {
        return mainClass;
    }

    /** By the first class on the command line that is the main of a role. */
    static Role of(List<String> commandLine) {
        for (String argument : commandLine) {
            for (Role role : values()) {
                if (role != OTHER && role.mainClass.equals(argument)) {
                    return role;
                }
            }
        }
        return OTHER;
    }
}
