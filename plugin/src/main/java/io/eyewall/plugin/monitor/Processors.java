package io.eyewall.plugin.monitor;

/** Processor time, as the JVM and the system count it. */
interface Processors {
    /** Of a thread, in ns, since it began; negative if it has ended or nobody knows. */
    long threadNs(Thread thread);

    /** Of this process, in ns, since it began; negative if nobody knows. */
    long processNs();

    /** Of all that ran on the host, in ns, since some moment; negative if nobody knows. */
    long hostNs();

    /** How many processors the host has, at least 1. */
    int hostProcessors();
}
