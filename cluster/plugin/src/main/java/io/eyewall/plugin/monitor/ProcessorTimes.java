package io.eyewall.plugin.monitor;

/** Processor times, as the JVM and the operating system measure them. */
interface ProcessorTimes {
    /**
     * Returns the processor time of a thread since its start, in nanoseconds; negative if it has
     * ended or the time is unknown.
     */
    long threadNs(Thread thread);

    /**
     * Returns the processor time of this process since its start, in nanoseconds; negative if
     * unknown.
     */
    long processNs();

    /**
     * Returns the processor time of all processes of the host since a fixed moment, in nanoseconds;
     * negative if unknown.
     */
    long hostNs();

    /** Returns the number of the host's processors, at least 1. */
    int hostProcessors();
}
