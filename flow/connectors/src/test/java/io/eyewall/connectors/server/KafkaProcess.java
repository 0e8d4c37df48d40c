package io.eyewall.connectors.server;

import java.nio.file.Files;
import java.nio.file.Path;
import kafka.Kafka;
import kafka.tools.StorageTool;

/** Formats the storage the first time, then is the broker. */
final class KafkaProcess {
    private KafkaProcess() {}

    public static void main(String[] args) {
        Path settings = Path.of(args[0]);
        if (!Files.exists(settings.resolveSibling("logs").resolve("meta.properties"))) {
            String[] format = {"format", "-t", "MkU3OEVBNTcwNTJENDM2Qg", "-c", settings.toString()};
            int code = StorageTool.execute(format, System.out);
            if (code != 0) {
                System.exit(code);
            }
        }
        Kafka.main(args);
    }
}
