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
 * The topologies that were submitted to a Nimbus, in order of submission. A topology that has ended
 * leaves the list by itself; a failed topology stays until it is killed or another topology of its
 * name is submitted. A name is in use until its topology is over, because it ended or failed. Any
 * thread may call; the topologies' status is read under the lock, so reading it must not block.
 */
final class Submissions {
    /** The size of the history; Storm's history contains the topologies whose logs are kept. */
    private static final int MAX_HISTORY = 1000;

    private final Map<String, Submission> byName = new LinkedHashMap<>();
    private final Set<String> history = new LinkedHashSet<>();

    /** The names of topologies that are being submitted. */
    private final Set<String> reservedNames = new HashSet<>();

    /** Adds a topology, in place of a failed one of the same name. */
    synchronized void add(Submission submission) {
        byName.remove(submission.name()); // so that the new topology becomes the last in order
        byName.put(submission.name(), submission);
        history.add(submission.id());
        if (history.size() > MAX_HISTORY) {
            history.remove(history.iterator().next());
        }
    }

    /** Returns the ids of the latest {@value #MAX_HISTORY} topologies, over or not. */
    synchronized List<String> history() {
        return List.copyOf(history);
    }

    synchronized List<Submission> list() {
        removeEnded();
        return List.copyOf(byName.values());
    }

    /** Returns whether a topology of that name is not over, or is being submitted. */
    synchronized boolean isNameTaken(String name) {
        removeEnded();
        Submission submission = byName.get(name);
        return reservedNames.contains(name)
                || (submission != null && !submission.topology().status().isOver());
    }

    /**
     * Reserves a name for a topology that is about to be added; returns false if the name is in
     * use.
     */
    synchronized boolean reserveName(String name) {
        return !isNameTaken(name) && reservedNames.add(name);
    }

    /** Releases a reserved name: its topology has been added, or its submission has failed. */
    synchronized void releaseName(String name) {
        reservedNames.remove(name);
    }

    /**
     * @throws NotAliveException if there is no topology of that name
     */
    Submission byName(String name) throws NotAliveException {
        Submission submission = find(candidate -> candidate.name().equals(name));
        if (submission == null) {
            throw new WrappedNotAliveException(name + " is not alive");
        }
        return submission;
    }

    /**
     * @throws NotAliveException if there is no topology with that id
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

    private synchronized @Nullable Submission find(Predicate<Submission> filter) {
        removeEnded();
        return byName.values().stream().filter(filter).findFirst().orElse(null);
    }

    private void removeEnded() {
        byName.values().removeIf(Submission::isRemovable);
    }

    /** Removes a topology from the list if it is over. */
    synchronized void removeIfOver(String name) {
        Submission submission = byName.get(name);
        if (submission != null && submission.topology().status().isOver()) {
            byName.remove(name);
        }
    }

    /** Removes all topologies and returns them. */
    synchronized List<RunningTopology> removeAll() {
        List<RunningTopology> running = byName.values().stream().map(Submission::topology).toList();
        byName.clear();
        return running;
    }
}
