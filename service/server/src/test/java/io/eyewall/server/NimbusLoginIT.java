package io.eyewall.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.ports.PasswordLogin;
import io.eyewall.server.app.AckedNumbers;
import io.eyewall.server.app.NumberFile;
import io.eyewall.server.nimbus.NimbusSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server whose Nimbus wants its token, and Storm's own clients, unchanged, in processes. Storm's
 * login needs a JDK before 24, so that this test belongs to the suite that runs on JDK 17.
 */
@Timeout(300)
class NimbusLoginIT {
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";

    private final Path temp;

    NimbusLoginIT(@TempDir Path temp) {
        this.temp = temp;
    }

    /** As docs/guides/server.md has it. */
    private Path login(String name, String password) throws Exception {
        return Files.writeString(
                temp.resolve(name),
                """
                StormClient {
                    org.apache.storm.security.auth.digest.DigestLoginModule required
                    username="somebody"
                    password="%s";
                };
                """
                        .formatted(password));
    }

    @Test
    void stormsClientsLogInWithTheToken() throws Exception {
        Path right = login("right.jaas", TOKEN);
        Path wrong = login("wrong.jaas", TOKEN + "0");
        Path jar = TestJars.of(temp, AckedNumbers.class, NumberFile.class);
        NimbusSettings nimbus =
                new NimbusSettings(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        new PasswordLogin(TOKEN));
        try (ServerFolder folder = new ServerFolder(temp.resolve("state"));
                EyewallServer server = folder.start(nimbus)) {
            int port = server.nimbusPort();
            StormCommand.jarLoggedIn(
                            temp, port, right, jar, AckedNumbers.class, "numbers", temp.toString())
                    .ok();
            Await.until("acking", () -> NumberFile.read(temp.resolve("acked")).size() > 10);
            assertThat(StormCommand.runLoggedIn(temp, port, right, "ListTopologies").ok())
                    .contains("numbers");

            StormCommand refused =
                    StormCommand.runLoggedIn(temp, port, wrong, "KillTopology", "numbers");
            assertThat(refused.code()).isNotZero();
            StormCommand stranger = StormCommand.run(temp, port, "KillTopology", "numbers");
            assertThat(stranger.code()).isNotZero();
            assertThat(server.nimbus().runningTopologies()).hasSize(1);

            StormCommand.runLoggedIn(temp, port, right, "KillTopology", "numbers", "-w", "0").ok();
            Await.until("over", () -> server.nimbus().runningTopologies().isEmpty());
        }
    }

    @Test
    void othersThanThisMachineNeedAPassword() {
        InetSocketAddress everywhere = new InetSocketAddress("0.0.0.0", 0);
        assertThatThrownBy(() -> new NimbusSettings(everywhere, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("needs a token");
        assertThat(new NimbusSettings(everywhere, new PasswordLogin(TOKEN)).toString())
                .doesNotContain(TOKEN);
    }
}
