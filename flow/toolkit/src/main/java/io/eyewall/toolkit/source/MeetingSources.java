package io.eyewall.toolkit.source;

import io.eyewall.toolkit.punctuation.Punctuation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.storm.generated.Bolt;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.task.TopologyContext;

/**
 * The event times of all source tasks of this process whose markers meet at a bolt, directly or by
 * way of others. A task that has nothing to read follows the slowest of those that have, or the
 * foremost if none has: so it does not hold up their windows, and nothing of what it sends later is
 * late but what is older than the markers that it has sent itself. And a task that is far ahead of
 * another one waits for it, as bolts would have to keep what it sends.
 */
final class MeetingSources {
    private static final Map<Key, MeetingSources> ALL = new ConcurrentHashMap<>();

    private final Map<Integer, Member> members = new ConcurrentHashMap<>();

    /** The sources of a topology that meet, by the first of their names. */
    private record Key(String topology, String firstSpout) {}

    /** A task of a source. Its methods are called by the spout's thread. */
    static final class Member {
        private final Key key;
        private final int task;
        private final MeetingSources meeting;

        /** The number of the task's last marker; {@link Long#MIN_VALUE} if it has sent none. */
        private volatile long markerMs = Long.MIN_VALUE;

        /** Whether the task has something to read, or may have. */
        private volatile boolean isActive = true;

        private Member(Key key, int task, MeetingSources meeting) {
            this.key = key;
            this.task = task;
            this.meeting = meeting;
        }

        void show(long numberOfMarker) {
            markerMs = numberOfMarker;
        }

        void setActive(boolean active) {
            isActive = active;
        }

        boolean isActive() {
            return isActive;
        }

        /** Returns whether a task that is active has sent lower markers only. */
        boolean isAhead() {
            for (Member member : meeting.members.values()) {
                if (member.isActive && member.markerMs < markerMs) {
                    return true;
                }
            }
            return false;
        }

        /** Returns the number of the last marker of the task to follow. */
        long toFollow() {
            boolean isAnyActive = false;
            long slowestMs = Long.MAX_VALUE;
            long foremostMs = Long.MIN_VALUE;
            for (Member member : meeting.members.values()) {
                long ofMember = member.markerMs;
                foremostMs = Math.max(foremostMs, ofMember);
                if (member.isActive) {
                    isAnyActive = true;
                    slowestMs = Math.min(slowestMs, ofMember);
                }
            }
            return isAnyActive ? slowestMs : foremostMs;
        }

        void leave() {
            ALL.computeIfPresent(
                    key,
                    (each, existing) -> {
                        existing.members.remove(task, this);
                        return existing.members.isEmpty() ? null : existing;
                    });
        }
    }

    /** Adds a task of a source, in place of a former instance of it. */
    static Member join(TopologyContext context) {
        String spout = firstSpoutBeside(context.getThisComponentId(), context.getRawTopology());
        Key key = new Key(context.getStormId(), spout);
        int task = context.getThisTaskId();
        Member[] joined = new Member[1];
        ALL.compute(
                key,
                (each, existing) -> {
                    MeetingSources meeting = existing == null ? new MeetingSources() : existing;
                    joined[0] = new Member(key, task, meeting);
                    meeting.members.put(task, joined[0]);
                    return meeting;
                });
        return joined[0];
    }

    /** Returns the first name of the spouts whose markers meet with those of one. */
    private static String firstSpoutBeside(String spout, StormTopology topology) {
        Map<String, Set<String>> neighbours = new HashMap<>();
        for (Map.Entry<String, Bolt> bolt : topology.get_bolts().entrySet()) {
            for (GlobalStreamId input : bolt.getValue().get_common().get_inputs().keySet()) {
                if (input.get_streamId().equals(Punctuation.STREAM)) {
                    String source = input.get_componentId();
                    neighbours.computeIfAbsent(source, id -> new HashSet<>()).add(bolt.getKey());
                    neighbours.computeIfAbsent(bolt.getKey(), id -> new HashSet<>()).add(source);
                }
            }
        }
        TreeSet<String> reached = new TreeSet<>(Set.of(spout));
        Deque<String> left = new ArrayDeque<>(reached);
        while (!left.isEmpty()) {
            for (String neighbour : neighbours.getOrDefault(left.remove(), Set.of())) {
                if (reached.add(neighbour)) {
                    left.add(neighbour);
                }
            }
        }
        reached.retainAll(topology.get_spouts().keySet());
        return reached.first();
    }
}
