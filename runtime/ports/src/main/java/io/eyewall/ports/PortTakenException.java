package io.eyewall.ports;

import java.io.IOException;
import java.net.InetSocketAddress;

/** Thrown if a port can't be opened. */
public final class PortTakenException extends IOException {
    private static final long serialVersionUID = 1L;

    PortTakenException(InetSocketAddress address, Throwable cause) {
        super(
                "can't listen on "
                        + address.getHostString()
                        + " port "
                        + address.getPort()
                        + " ("
                        + cause.getMessage()
                        + ")",
                cause);
    }
}
