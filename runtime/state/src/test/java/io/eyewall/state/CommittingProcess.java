package io.eyewall.state;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.storm.state.KeyValueState;

/**
 * {@code CommittingProcess FOLDER THREADS BYTES SYNC}: commits one transaction after the other in a
 * state per thread until it is killed or fails. Transaction n puts n and some {@code BYTES}. It
 * prints {@code STATE n} after the commit, or {@code STATE failed MESSAGE} if the commit fails.
 */
public final class CommittingProcess {
    private CommittingProcess() {}

    public static void main(String[] args) throws InterruptedException {
        Path folder = Path.of(args[0]);
        int bytes = Integer.parseInt(args[2]);
        Map<String, Object> conf = States.conf(folder);
        conf.put(StateSettings.SYNC_KEY, Boolean.parseBoolean(args[3]));
        List<Thread> threads = new ArrayList<>();
        for (int thread = 1; thread <= Integer.parseInt(args[1]); thread++) {
            String name = "a-" + thread;
            KeyValueState<String, Object> state = open(conf, name);
            threads.add(new Thread(() -> commit(name, state, bytes)));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // states without tuples need no context
    private static KeyValueState<String, Object> open(Map<String, Object> conf, String name) {
        return (KeyValueState<String, Object>)
                new RocksDbKeyValueStateProvider().newState(name, conf, null);
    }

    private static void commit(String name, KeyValueState<String, Object> state, int bytes) {
        state.rollback();
        Random random = new Random(1);
        byte[] ballast = new byte[bytes];
        Object last = state.get("n", 0L);
        for (long number = (Long) last + 1; ; number++) {
            random.nextBytes(ballast); // incompressible
            state.put("ballast", ballast);
            state.put("n", number);
            try {
                state.prepareCommit(number);
                state.commit(number);
            } catch (StateException e) {
                System.out.println(name + " failed " + e.getMessage());
                return;
            }
            System.out.println(name + " " + number);
        }
    }
}
