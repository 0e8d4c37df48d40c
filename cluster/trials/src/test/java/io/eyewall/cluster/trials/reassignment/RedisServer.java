package io.eyewall.cluster.trials.reassignment;

import static org.junit.jupiter.api.Assumptions.abort;

import io.eyewall.cluster.trials.TestLab;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.redis.common.config.JedisPoolConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** A real Redis for states, in memory. */
final class RedisServer implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** Classes that Storm's states in Redis need; each stands for its jar. */
    private static final List<String> CLIENT =
            List.of(
                    "org.apache.storm.redis.state.RedisKeyValueStateProvider",
                    "redis.clients.jedis.Jedis",
                    "redis.clients.authentication.core.Token",
                    "org.apache.commons.pool2.impl.GenericObjectPool",
                    "org.apache.commons.codec.binary.Base64",
                    "org.json.JSONObject",
                    "com.google.gson.Gson",
                    "com.google.common.primitives.UnsignedBytes",
                    "com.fasterxml.jackson.databind.ObjectMapper",
                    "com.fasterxml.jackson.core.JsonFactory",
                    "com.fasterxml.jackson.annotation.JsonAutoDetect");

    private final int port;
    private final Process process;

    private RedisServer(int port, Process process) {
        this.port = port;
        this.process = process;
    }

    /** Starts a server; skips the test if Redis is not installed. */
    static RedisServer start() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        List<String> command =
                List.of("redis-server", "--bind", "127.0.0.1", "--save", "", "--port", "" + port);
        Process process;
        try {
            process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
        } catch (IOException e) {
            return abort("no redis-server: " + e.getMessage());
        }
        RedisServer server = new RedisServer(port, process);
        TestLab.await("Redis", LIMIT, server::answers);
        return server;
    }

    private boolean answers() {
        try (Jedis client = client()) {
            return client.ping() != null;
        } catch (JedisConnectionException e) {
            return false;
        }
    }

    Jedis client() {
        return new Jedis("127.0.0.1", port);
    }

    int port() {
        return port;
    }

    static JedisPoolConfig config(int port) {
        return new JedisPoolConfig.Builder().setHost("127.0.0.1").setPort(port).build();
    }

    /** Returns the jars that workers need. */
    static List<Path> jars(Path root) throws Exception {
        List<Path> jars = new ArrayList<>();
        for (String each : CLIENT) {
            jars.add(TestLab.jar(Class.forName(each), root));
        }
        return jars;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
