package io.eyewall.control.flame;

import io.eyewall.control.flame.StackSample.Frame;
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
 * Finds the component to which a stack belongs: the one whose code the engine has called last. On a
 * dedicated executor's thread the thread's name has the component. On a core's thread it is derived
 * from the classes on the stack, beginning with the first one that is neither the engine's nor
 * Storm's. If several components share a class, or inherit the method, all of them are named
 * because they can't be distinguished.
 */
final class Owners {
    private static final String ENGINE = "io.eyewall.";
    private static final String STORM = "org.apache.storm.";
    private static final Pattern OWN_THREAD = Pattern.compile("eyewall-(.+):\\[\\d+ \\d+]");
    private static final Pattern CORE = Pattern.compile("eyewall-core-\\d+.*");

    /** Components by their own class; and below, by the other classes in their serialized form. */
    private final Map<String, Set<String>> byOwnClass = new HashMap<>();

    private final Map<String, Set<String>> byOtherClass = new HashMap<>();

    /**
     * @param plans plans of all topologies of the process
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
            Map<String, Set<String>> map = first ? byOwnClass : byOtherClass;
            boolean wrapper = name.startsWith(STORM + "topology.");
            if (!wrapper) {
                map.computeIfAbsent(name, n -> new TreeSet<>()).add(label);
                first = false;
            }
        }
    }

    /**
     * Returns a stack below its component: the component first, then the callers before the
     * callees.
     */
    List<String> byComponent(StackSample sample) {
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

    /** Returns the whole stack below its thread. */
    static List<String> byThread(StackSample sample) {
        List<String> stack = new ArrayList<>();
        stack.add(sample.thread());
        addFrames(stack, sample, sample.frames().size() - 1);
        return stack;
    }

    private static void addFrames(List<String> stack, StackSample sample, int from) {
        if (sample.isCut() && from == sample.frames().size() - 1) {
            stack.add("(callers not recorded)");
        }
        for (int i = from; i >= 0; i--) {
            stack.add(sample.frames().get(i).toString());
        }
    }

    /** Returns the index of the frame that the engine called last; -1 if there is none. */
    private int entry(List<Frame> frames) {
        int i = 0;
        while (i < frames.size() && isEngine(frames.get(i))) {
            i++; // engine methods that user code has called
        }
        int entry = -1;
        while (i < frames.size() && !isEngine(frames.get(i))) {
            entry = i++;
        }
        boolean calledByEngine = i < frames.size();
        return calledByEngine && owners(frames, entry) != null ? entry : -1;
    }

    /**
     * Returns whether a frame belongs to the engine. Examples and tests are in the same packages
     * but count as user code.
     */
    private boolean isEngine(Frame frame) {
        return frame.className().startsWith(ENGINE)
                && lookUp(frame.className(), byOtherClass) == null
                && lookUp(frame.className(), byOwnClass) == null;
    }

    private String owner(List<Frame> frames, int entry) {
        Set<String> owners = owners(frames, entry);
        return owners == null ? "user code" : String.join(" or ", owners);
    }

    /**
     * Returns the components of the first class, from caller to callee, that belongs to any; null
     * if none does.
     */
    private @Nullable Set<String> owners(List<Frame> frames, int entry) {
        for (Map<String, Set<String>> map : List.of(byOwnClass, byOtherClass)) {
            for (int i = entry; i >= 0 && !isEngine(frames.get(i)); i--) {
                Set<String> found = lookUp(frames.get(i).className(), map);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /**
     * Finds the components of a class, or of a class that it is nested in, such as for a lambda.
     */
    private static @Nullable Set<String> lookUp(String name, Map<String, Set<String>> map) {
        Set<String> found = map.get(name);
        int end = name.length();
        while (found == null && (end = name.lastIndexOf('$', end - 1)) > 0) {
            found = map.get(name.substring(0, end));
        }
        return found == null ? null : Collections.unmodifiableSet(found);
    }
}
