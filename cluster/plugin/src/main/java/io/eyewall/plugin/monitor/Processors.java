package io.eyewall.plugin.monitor;

/** Reads processor times from the JVM and the operating system. */
interface Processors {
    /**
     * Returns the time of a thread since its start, in ns; negative if it has ended or the time is
     * unknown.
     */
    long threadNs(Thread thread);

    /** Returns the time of this process since its start, in ns; negative if unknown. */
    long processNs();

    /**
     * Returns the time of all processes of the host since a fixed moment, in ns; negative if
     * unknown.
     */
    long hostNs();

    /** Returns the number of the host's processors, at least 1. */
    int hostProcessors();
}
