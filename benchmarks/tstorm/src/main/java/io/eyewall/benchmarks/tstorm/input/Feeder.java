package io.eyewall.benchmarks.tstorm.input;

import io.eyewall.benchmarks.tstorm.topology.Services;
import java.util.function.Supplier;
import redis.clients.jedis.Jedis;

/** Puts lines into Redis at a fixed rate until the process is ended. */
public final class Feeder {
    private static final int PAUSE_MS = 5;
    private static final double NS_PER_S = 1e9;

    private Feeder() {}

    /**
     * Runs the feeder.
     *
     * @param args host of Redis, {@code words} or {@code log}, lines per second
     * @throws InterruptedException never
     */
    public static void main(String[] args) throws InterruptedException {
        Supplier<String> lines =
                switch (args[1]) {
                    case "words" -> new TextLines();
                    case "log" -> new LogLines();
                    default ->
                            throw new IllegalArgumentException(args[1] + ": expected words or log");
                };
        double perSec = Double.parseDouble(args[2]);
        try (Jedis redis = new Jedis(args[0], Services.REDIS_PORT)) {
            long startNs = System.nanoTime();
            for (long sent = 0; ; Thread.sleep(PAUSE_MS)) {
                long due = (long) ((System.nanoTime() - startNs) / NS_PER_S * perSec);
                for (; sent < due; sent++) {
                    redis.lpush(Services.REDIS_LIST, lines.get());
                }
            }
        }
    }
}
