package io.eyewall.control.wire;

/**
 * The first frame of a connection, sent by the process that is called.
 *
 * @param protocol always {@link #PROTOCOL}
 * @param version version of the protocol
 * @param pid id of the process
 * @param instance unique identifier of the control port
 */
public record Greeting(String protocol, int version, long pid, String instance) {
    /** The name of the protocol. */
    public static final String PROTOCOL = "eyewall-control";

    /** The version of this build. It must be raised with every change of the wire format. */
    public static final int VERSION = 7;

    /** The largest size of a greeting's frame, in bytes. */
    public static final int MAX_BYTES = 1 << 12;
}
