package io.eyewall.local;

import io.eyewall.engine.RunningTopology;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.utils.WrappedNotAliveException;
import org.jspecify.annotations.Nullable;

/**
 * The topologies that a Nimbus was given, in their order. One that is over leaves the list by
 * itself, one that has failed does not. Any thread may call; the status of topologies is asked for
 * under the lock, and must be at hand.
 */
final class Submissions {
    /** As many ended topologies are told of; Storm tells of those whose logs are kept. */
    private static final int MAX_HISTORY = 1000;

    private final Map<String, Submission> byName = new LinkedHashMap<>();
    private final Set<String> history = new LinkedHashSet<>();

    /** Names of topologies that are being submitted. */
    private final Set<String> taken = new HashSet<>();

    synchronized void add(Submission submission) {
        byName.put(submission.name(), submission);
        history.add(submission.id());
        if (history.size() > MAX_HISTORY) {
            history.remove(history.iterator().next());
        }
    }

    /** Ids of topologies, over or not; only the latest. */
    synchronized List<String> history() {
        return List.copyOf(history);
    }

    synchronized List<Submission> all() {
        forgetEnded();
        return List.copyOf(byName.values());
    }

    synchronized boolean isTaken(String name) {
        forgetEnded();
        return byName.containsKey(name) || taken.contains(name);
    }

    /** Takes a name for a topology that is to be added; false if another has it. */
    synchronized boolean take(String name) {
        return !isTaken(name) && taken.add(name);
    }

    /** The topology of that name has been added, or will not be. */
    synchronized void giveBack(String name) {
        taken.remove(name);
    }

    /**
     * @throws NotAliveException if there is none of that name
     */
    Submission byName(String name) throws NotAliveException {
        Submission submission = find(candidate -> candidate.name().equals(name));
        if (submission == null) {
            throw new WrappedNotAliveException(name + " is not alive");
        }
        return submission;
    }

    /**
     * @throws NotAliveException if there is none of that id
     */
    Submission byId(String id) throws NotAliveException {
        Submission submission = findById(id);
        if (submission == null) {
            throw new WrappedNotAliveException(id);
        }
        return submission;
    }

    @Nullable Submission findById(String id) {
        return find(candidate -> candidate.id().equals(id));
    }

    private synchronized @Nullable Submission find(Predicate<Submission> wanted) {
        forgetEnded();
        return byName.values().stream().filter(wanted).findFirst().orElse(null);
    }

    private void forgetEnded() {
        byName.values().removeIf(Submission::isForgotten);
    }

    /** Frees the name of a topology that has failed. */
    synchronized void forgetFailed(String name) {
        Submission submission = byName.get(name);
        if (submission != null && submission.topology().status().isOver()) {
            byName.remove(name);
        }
    }

    /** Forgets all, and says what ran. */
    synchronized List<RunningTopology> removeAll() {
        List<RunningTopology> running = byName.values().stream().map(Submission::topology).toList();
        byName.clear();
        return running;
    }
}
