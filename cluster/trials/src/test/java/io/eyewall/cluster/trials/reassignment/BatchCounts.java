package io.eyewall.cluster.trials.reassignment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.storm.trident.state.JSONOpaqueSerializer;
import redis.clients.jedis.Jedis;

/** The counts of {@link BatchTopology}, and the expected counts. */
final class BatchCounts {
    private BatchCounts() {}

    /** Returns the counts in Trident's state by key, whichever batch has written them. */
    static Map<String, Long> stored(RedisServer server) {
        String[] keys =
                IntStream.range(0, StatefulTopology.KEYS)
                        .mapToObj(Integer::toString)
                        .toArray(String[]::new);
        List<String> values;
        try (Jedis client = server.client()) {
            values = client.mget(keys);
        }
        JSONOpaqueSerializer serializer = new JSONOpaqueSerializer();
        Map<String, Long> counts = new TreeMap<>();
        for (int i = 0; i < keys.length; i++) {
            String value = values.get(i);
            if (value != null) {
                Object count =
                        serializer.deserialize(value.getBytes(StandardCharsets.UTF_8)).getCurr();
                counts.put(keys[i], ((Number) count).longValue());
            }
        }
        return counts;
    }

    /**
     * Returns the counts by the last attempts of the partitions' batches. An earlier attempt may
     * have reached further, but failed.
     */
    static Map<String, Long> expected(Path journals) throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        for (long end : Attempt.all(journals).ends().values()) {
            for (long number = 0; number < end; number++) {
                counts.merge(Long.toString(number % StatefulTopology.KEYS), 1L, Long::sum);
            }
        }
        return counts;
    }

    /** All attempts, in the order in which they were made. */
    record Attempts(List<Attempt> all) {
        /** Returns the end of each partition's last attempt. */
        Map<Integer, Long> ends() {
            Map<Integer, Long> ends = new TreeMap<>();
            all.forEach(each -> ends.put(each.partition(), each.end()));
            return ends;
        }

        /** Returns the number of attempts since a time that were not the first of their batch. */
        long again(long fromMs) {
            return all.stream().filter(each -> each.number() > 0 && each.atMs() >= fromMs).count();
        }
    }

    /**
     * One line of the spout's journals.
     *
     * @param number the number of the attempt, from 0
     * @param end the number of the message after its last one
     */
    record Attempt(long atMs, int partition, int number, long end) {
        static Attempts all(Path journals) throws IOException {
            List<Path> files;
            try (Stream<Path> found = Files.list(journals)) {
                files =
                        found.filter(each -> each.getFileName().toString().startsWith("batches"))
                                .toList();
            }
            List<Attempt> all = new ArrayList<>();
            for (Path file : files) {
                for (String line : Files.readAllLines(file)) {
                    String[] words = line.split(" ", -1);
                    all.add(
                            new Attempt(
                                    Long.parseLong(words[0]),
                                    Integer.parseInt(words[1]),
                                    Integer.parseInt(words[2]),
                                    Long.parseLong(words[3])));
                }
            }
            all.sort(Comparator.comparingLong(Attempt::atMs));
            return new Attempts(all);
        }
    }
}
