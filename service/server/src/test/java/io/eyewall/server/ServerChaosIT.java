package io.eyewall.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.server.app.AckedNumbers;
import io.eyewall.server.app.NumberFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.Config;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.generated.TopologySummary;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client gives orders without a pause while the server is killed at any moment: in a piece of an
 * upload, a submission, an order, a rebalance, a write of its own state. What the client was told
 * is so afterwards, and what it was not told is so or not, but never by half. Repeat a run with
 * {@code -Deyewall.seed=N}, kill more often with {@code -Deyewall.kills=N}.
 */
@Tag("complete")
@Timeout(300)
class ServerChaosIT {
    private static final int KILLS = Integer.getInteger("eyewall.kills", 6);
    private static final long SEED = Long.getLong("eyewall.seed", 16);
    private static final int MAX_LIVES_MS = 700;
    private static final int PIECES = 3;

    private final Random random = new Random(SEED);

    /** What the client was told of each name; null where it was not told how an order ended. */
    private final Map<String, Known> ledger = new TreeMap<>();

    private int names;
    private Path temp = Path.of(""); // until JUnit sets it

    /** What must be so of a topology. */
    private enum Known {
        ACTIVE,
        INACTIVE,
        GONE,
        /** It is there, active or not. */
        THERE,
        /** All of them are right. */
        UNKNOWN
    }

    @Test
    void whatWasPromisedIsKeptWheneverTheServerDies(@TempDir Path folder) throws Exception {
        temp = folder;
        Path state = temp.resolve("state");
        byte[] jar = Files.readAllBytes(TestJars.of(temp, AckedNumbers.class, NumberFile.class));
        for (int i = 0; i < KILLS; i++) {
            try (ServerProcess server = ServerProcess.startInside(state, temp, List.of())) {
                int port = server.nimbusPort();
                awaitWhatWasPromised(port, "kill " + i + " of seed " + SEED);
                Thread client = new Thread(() -> giveOrders(port, jar), "client");
                client.start();
                LockSupport.parkNanos(
                        TimeUnit.MILLISECONDS.toNanos(50 + random.nextInt(MAX_LIVES_MS)));
                server.kill();
                client.join(); // its next call fails
            }
        }
        try (ServerProcess last = ServerProcess.startInside(state, temp, List.of())) {
            awaitWhatWasPromised(last.nimbusPort(), "the end of seed " + SEED);
            assertThat(names).as("submissions").isPositive();
            try (var uploads = Files.list(state.resolve("uploads"))) {
                assertThat(uploads).as("what nobody will go on with").isEmpty();
            }
        }
        for (String name : ledger.keySet()) {
            Path own = temp.resolve(name);
            assertThat(NumberFile.read(own.resolve("stored")))
                    .containsAll(NumberFile.read(own.resolve("acked")));
        }
    }

    private static Map<String, Object> conf(int port) {
        Map<String, Object> conf = Utils.readStormConfig();
        conf.put(Config.NIMBUS_SEEDS, List.of("127.0.0.1"));
        conf.put(Config.NIMBUS_THRIFT_PORT, port);
        return conf;
    }

    private void awaitWhatWasPromised(int port, String when) throws Exception {
        try (NimbusClient client = NimbusClient.Builder.withConf(conf(port)).build()) {
            Await.nothing(() -> broken(client.getClient(), when));
        }
    }

    /** Which promise is broken; empty for none. */
    private String broken(Nimbus.Iface nimbus, String when) throws TException {
        Map<String, String> there = new HashMap<>();
        for (TopologySummary each : nimbus.getTopologySummaries()) {
            if (!each.get_status().equals("KILLED")) {
                there.put(each.get_name(), each.get_status());
            }
        }
        for (Map.Entry<String, Known> each : ledger.entrySet()) {
            String status = there.remove(each.getKey());
            boolean kept =
                    switch (each.getValue()) {
                        case ACTIVE, INACTIVE -> each.getValue().name().equals(status);
                        case THERE -> status != null;
                        case GONE -> status == null;
                        case UNKNOWN -> true;
                    };
            if (!kept) {
                return when + ": " + each + ", but it is " + status;
            }
            if (each.getValue() == Known.UNKNOWN || each.getValue() == Known.THERE) {
                each.setValue(status == null ? Known.GONE : Known.valueOf(status));
            }
        }
        return there.isEmpty() ? "" : when + ": nobody has submitted " + there;
    }

    /** Until the server is gone. */
    private void giveOrders(int port, byte[] jar) {
        try (NimbusClient client = NimbusClient.Builder.withConf(conf(port)).build()) {
            while (true) {
                giveOrder(client.getClient(), jar);
            }
        } catch (Exception e) { // it was killed; in which call is what the ledger does not know
            assertThat(e).isInstanceOfAny(TException.class, RuntimeException.class);
        }
    }

    private void giveOrder(Nimbus.Iface nimbus, byte[] jar) throws Exception {
        List<String> alive =
                ledger.entrySet().stream()
                        .filter(each -> each.getValue() != Known.GONE)
                        .map(Map.Entry::getKey)
                        .toList();
        if (alive.size() < 2) {
            submit(nimbus, jar);
            return;
        }
        String name = alive.get(random.nextInt(alive.size()));
        switch (random.nextInt(6)) {
            case 0 -> kill(nimbus, name);
            case 1, 2 -> {
                ledger.put(name, Known.THERE);
                nimbus.deactivate(name);
                ledger.put(name, Known.INACTIVE);
            }
            case 3 -> {
                ledger.put(name, Known.THERE);
                nimbus.activate(name);
                ledger.put(name, Known.ACTIVE);
            }
            case 4 -> {
                RebalanceOptions options = new RebalanceOptions();
                options.set_wait_secs(0);
                options.put_to_num_executors("store", 1 + random.nextInt(4));
                nimbus.rebalance(name, options); // its status stays
            }
            default -> {
                if (alive.size() < 4) {
                    submit(nimbus, jar);
                }
            }
        }
    }

    private void submit(Nimbus.Iface nimbus, byte[] jar) throws Exception {
        String name = "chaos" + ++names;
        Path own = Files.createDirectory(temp.resolve(name));
        String location = nimbus.beginFileUpload();
        for (int piece = 0; piece < PIECES; piece++) {
            int from = jar.length * piece / PIECES;
            int to = jar.length * (piece + 1) / PIECES;
            nimbus.uploadChunk(location, ByteBuffer.wrap(jar, from, to - from));
        }
        nimbus.finishFileUpload(location);
        ledger.put(name, Known.UNKNOWN);
        AckedNumbers.submit(nimbus, name, location, own.toString());
        ledger.put(name, Known.ACTIVE);
    }

    private void kill(Nimbus.Iface nimbus, String name) throws TException {
        ledger.put(name, Known.UNKNOWN);
        KillOptions now = new KillOptions();
        now.set_wait_secs(0);
        nimbus.killTopologyWithOpts(name, now);
        ledger.put(name, Known.GONE);
    }
}
