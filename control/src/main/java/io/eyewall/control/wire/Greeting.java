package io.eyewall.control.wire;

/**
 * The first frame, from the process that is asked.
 *
 * @param protocol always {@link #PROTOCOL}
 * @param version of the protocol
 * @param pid number of the process
 * @param instance differs between any two ports ever opened
 */
public record Greeting(String protocol, int version, long pid, String instance) {
    /** What the protocol is called. */
    public static final String PROTOCOL = "eyewall-control";

    /** What this build speaks. To be raised with each change of what goes over the wire. */
    public static final int VERSION = 5;

    /** Bytes of the longest frame that may be one. */
    public static final int MOST_BYTES = 1 << 12;
}
