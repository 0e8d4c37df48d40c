package io.eyewall.connectors.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The servers themselves: they start, die, and start again on what they had. */
@Tag("complete")
class ServersTest {
    static Stream<Function<Path, Server>> servers() {
        return Stream.of(
                RedisServer::new,
                MqttServer::new,
                PostgresqlServer::new,
                KafkaServer::new,
                S3Server::new);
    }

    @ParameterizedTest
    @MethodSource("servers")
    void startsDiesAndStartsAgain(Function<Path, Server> kind, @TempDir Path folder)
            throws Exception {
        try (Server server = kind.apply(folder)) {
            server.start();
            assertThat(server.answers()).isTrue();
            server.kill();
            assertThat(server.answers()).isFalse();
            server.start();
            assertThat(server.answers()).isTrue();
        }
    }
}
