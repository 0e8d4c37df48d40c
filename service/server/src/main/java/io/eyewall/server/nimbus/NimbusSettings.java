package io.eyewall.server.nimbus;

import io.eyewall.ports.PasswordLogin;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The address for Storm's clients, and their login.
 *
 * @param address the address; port 0 stands for any free port
 * @param login login that all clients need; null for none, which only the loopback address allows
 */
public record NimbusSettings(InetSocketAddress address, @Nullable PasswordLogin login) {
    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if the host name is unknown, or if other machines could
     *     connect without a login
     */
    public NimbusSettings {
        if (address.getAddress() == null) {
            throw new IllegalArgumentException(
                    "can't listen on " + address.getHostString() + ": unknown host name");
        }
        if (login == null && !address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException(
                    "Nimbus on "
                            + address.getAddress().getHostAddress()
                            + ", which other machines can reach, needs a token: whoever submits a"
                            + " topology runs code; give one, or listen on 127.0.0.1");
        }
    }

    /** Returns settings that accept all users of this machine without login. */
    public static NimbusSettings loopback(int port) {
        return new NimbusSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port), null);
    }
}
