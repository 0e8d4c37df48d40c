package io.eyewall.connectors.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A broker of Kafka that is its own controller (KRaft), in a JVM of its own. */
public final class KafkaServer extends Server {
    private final int controllerPort = freePort();

    /**
     * @param folder empty
     */
    public KafkaServer(Path folder) {
        super(folder);
    }

    @Override
    protected List<String> command() throws IOException {
        Path settings = folder().resolve("server.properties");
        if (!Files.exists(settings)) {
            Files.writeString(
                    settings,
                    String.join(
                            "\n",
                            "process.roles=broker,controller",
                            "node.id=1",
                            "controller.quorum.voters=1@127.0.0.1:" + controllerPort,
                            "listeners=PLAINTEXT://127.0.0.1:"
                                    + port()
                                    + ",CONTROLLER://127.0.0.1:"
                                    + controllerPort,
                            "controller.listener.names=CONTROLLER",
                            "listener.security.protocol.map="
                                    + "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT",
                            "log.dirs=" + folder().resolve("logs"),
                            "num.partitions=2",
                            "offsets.topic.replication.factor=1",
                            "offsets.topic.num.partitions=1",
                            "transaction.state.log.replication.factor=1",
                            "transaction.state.log.min.isr=1",
                            "transaction.state.log.num.partitions=1",
                            "broker.session.timeout.ms=3000",
                            "broker.heartbeat.interval.ms=500",
                            "group.initial.rebalance.delay.ms=0"));
        }
        return java("384m", KafkaProcess.class.getName(), settings.toString());
    }

    /** Its address. */
    public String bootstrap() {
        return "127.0.0.1:" + port();
    }
}
