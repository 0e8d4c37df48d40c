package io.eyewall.control.flame;

import io.eyewall.control.flame.Sample.Frame;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.TopologyPlan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Says which component a stack is of: that whose code the engine has called last. On a thread of
 * one component the thread's name tells. On a core's thread the classes do, from the first that is
 * neither the engine's nor Storm's; where several components are of one class, or have inherited
 * the method, it can't be known which, and all are named.
 */
final class Owners {
    private static final String ENGINE = "io.eyewall.";
    private static final String STORM = "org.apache.storm.";
    private static final Pattern OWN_THREAD = Pattern.compile("eyewall-(.+):\\[\\d+ \\d+]");
    private static final Pattern CORE = Pattern.compile("eyewall-core-\\d+.*");

    /** Components by a class that is theirs, and by one that they have somewhere in them. */
    private final Map<String, Set<String>> firsts = new HashMap<>();

    private final Map<String, Set<String>> others = new HashMap<>();

    /**
     * @param plans of all topologies of the process
     */
    Owners(Collection<TopologyPlan> plans) {
        boolean several = plans.size() > 1;
        for (TopologyPlan plan : plans) {
            for (ComponentPlan component : plan.components().values()) {
                String label =
                        several
                                ? plan.name() + "/" + component.componentId()
                                : component.componentId();
                add(label, SerializedClasses.of(component.object()));
            }
        }
    }

    private void add(String label, List<String> classes) {
        boolean first = true;
        for (String name : classes) {
            if (name.startsWith("java.") || name.startsWith("javax.")) {
                continue;
            }
            Map<String, Set<String>> map = first ? firsts : others;
            boolean wrapper = name.startsWith(STORM + "topology.");
            if (!wrapper) {
                map.computeIfAbsent(name, n -> new TreeSet<>()).add(label);
                first = false;
            }
        }
    }

    /** A stack below its owner, the owner first, then the caller. */
    List<String> byComponent(Sample sample) {
        List<Frame> frames = sample.frames();
        Matcher own = OWN_THREAD.matcher(sample.thread());
        int entry = entry(frames);
        List<String> stack = new ArrayList<>();
        if (own.matches()) {
            stack.add(own.group(1));
        } else if (entry < 0) {
            stack.add(
                    CORE.matcher(sample.thread()).matches()
                            ? "the engine"
                            : "thread " + sample.thread().replaceAll("\\d+", "N"));
        } else {
            stack.add(owner(frames, entry));
        }
        int from = entry < 0 ? frames.size() - 1 : entry;
        addFrames(stack, sample, from);
        return stack;
    }

    /** A whole stack below its thread. */
    static List<String> byThread(Sample sample) {
        List<String> stack = new ArrayList<>();
        stack.add(sample.thread());
        addFrames(stack, sample, sample.frames().size() - 1);
        return stack;
    }

    private static void addFrames(List<String> stack, Sample sample, int from) {
        if (sample.isCut() && from == sample.frames().size() - 1) {
            stack.add("(callers not recorded)");
        }
        for (int i = from; i >= 0; i--) {
            stack.add(sample.frames().get(i).toString());
        }
    }

    /** The frame that the engine has called last; -1 if it has called none. */
    private int entry(List<Frame> frames) {
        int i = 0;
        while (i < frames.size() && isEngine(frames.get(i))) {
            i++; // what user code has called of the engine
        }
        int entry = -1;
        while (i < frames.size() && !isEngine(frames.get(i))) {
            entry = i++;
        }
        boolean calledByEngine = i < frames.size();
        return calledByEngine && owners(frames, entry) != null ? entry : -1;
    }

    /** Examples and tests are of ours, too, and play the user. */
    private boolean isEngine(Frame frame) {
        return frame.className().startsWith(ENGINE)
                && lookUp(frame.className(), others) == null
                && lookUp(frame.className(), firsts) == null;
    }

    private String owner(List<Frame> frames, int entry) {
        Set<String> owners = owners(frames, entry);
        return owners == null ? "user code" : String.join(" or ", owners);
    }

    /** From the caller to the called, the first class that is somebody's; null if none is. */
    private @Nullable Set<String> owners(List<Frame> frames, int entry) {
        for (Map<String, Set<String>> map : List.of(firsts, others)) {
            for (int i = entry; i >= 0 && !isEngine(frames.get(i)); i--) {
                Set<String> found = lookUp(frames.get(i).className(), map);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** Also of a class that is nested in it, such as a lambda's. */
    private static @Nullable Set<String> lookUp(String name, Map<String, Set<String>> map) {
        Set<String> found = map.get(name);
        int end = name.length();
        while (found == null && (end = name.lastIndexOf('$', end - 1)) > 0) {
            found = map.get(name.substring(0, end));
        }
        return found == null ? null : Collections.unmodifiableSet(found);
    }
}
