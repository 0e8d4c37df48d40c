package io.eyewall.server.nimbus;

import io.eyewall.local.net.PasswordLogin;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The address for Storm's clients, and their login.
 *
 * @param address port 0 is any that is free
 * @param login that all of them need; null for none, on this machine's own address only
 */
public record NimbusSettings(InetSocketAddress address, @Nullable PasswordLogin login) {
    /**
     * @throws IllegalArgumentException if others could reach it and need no password
     */
    public NimbusSettings {
        if (address.getAddress() == null) {
            throw new IllegalArgumentException(
                    "can't listen on " + address.getHostString() + ": nobody knows that name");
        }
        if (login == null && !address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException(
                    "Nimbus on "
                            + address.getAddress().getHostAddress()
                            + ", which others can reach, needs a token: whoever submits a topology"
                            + " runs code; give one, or listen on 127.0.0.1");
        }
    }

    /** For users of this machine, whoever they are. */
    public static NimbusSettings loopback(int port) {
        return new NimbusSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port), null);
    }
}
