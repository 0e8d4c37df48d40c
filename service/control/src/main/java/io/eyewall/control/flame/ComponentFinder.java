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
 * Finds the component to which a stack belongs: the component whose code the engine has called
 * last. The name of a dedicated executor's thread contains the component. On a core's thread the
 * component is derived from the classes on the stack, beginning with the first one that is neither
 * the engine's nor Storm's. If several components share a class, or inherit the method, all of them
 * are named because they can't be distinguished.
 */
final class ComponentFinder {
    private static final String ENGINE_PACKAGE = "io.eyewall.";
    private static final String STORM_PACKAGE = "org.apache.storm.";
    private static final Pattern DEDICATED_THREAD_NAME =
            Pattern.compile("eyewall-(.+):\\[\\d+ \\d+]");
    private static final Pattern CORE_THREAD_NAME = Pattern.compile("eyewall-core-\\d+.*");

    /** Components by the name of their own class. */
    private final Map<String, Set<String>> byOwnClass = new HashMap<>();

    /** Components by the names of the other classes in their serialized form. */
    private final Map<String, Set<String>> byOtherClass = new HashMap<>();

    /**
     * @param plans plans of all topologies of the process
     */
    ComponentFinder(Collection<TopologyPlan> plans) {
        boolean multipleTopologies = plans.size() > 1;
        for (TopologyPlan plan : plans) {
            for (ComponentPlan component : plan.components().values()) {
                String label =
                        multipleTopologies
                                ? plan.name() + "/" + component.componentId()
                                : component.componentId();
                add(label, SerializedClasses.namesIn(component.object()));
            }
        }
    }

    private void add(String label, List<String> classes) {
        boolean isOwnClass = true;
        for (String name : classes) {
            if (name.startsWith("java.") || name.startsWith("javax.")) {
                continue;
            }
            Map<String, Set<String>> map = isOwnClass ? byOwnClass : byOtherClass;
            boolean isStormWrapper = name.startsWith(STORM_PACKAGE + "topology.");
            if (!isStormWrapper) {
                map.computeIfAbsent(name, n -> new TreeSet<>()).add(label);
                isOwnClass = false;
            }
        }
    }

    /**
     * Returns a stack that begins with the component, followed by its frames from the one that the
     * engine called; callers precede callees.
     */
    List<String> byComponent(StackSample sample) {
        List<Frame> frames = sample.frames();
        Matcher dedicatedThread = DEDICATED_THREAD_NAME.matcher(sample.thread());
        int entryIndex = findEntry(frames);
        List<String> stack = new ArrayList<>();
        if (dedicatedThread.matches()) {
            stack.add(dedicatedThread.group(1));
        } else if (entryIndex < 0) {
            stack.add(
                    CORE_THREAD_NAME.matcher(sample.thread()).matches()
                            ? "the engine"
                            : "thread " + sample.thread().replaceAll("\\d+", "N"));
        } else {
            stack.add(componentNames(frames, entryIndex));
        }
        int outermost = entryIndex < 0 ? frames.size() - 1 : entryIndex;
        addFrames(stack, sample, outermost);
        return stack;
    }

    /**
     * Returns a stack that begins with the thread's name, followed by all frames; callers precede
     * callees.
     */
    static List<String> byThread(StackSample sample) {
        List<String> stack = new ArrayList<>();
        stack.add(sample.thread());
        addFrames(stack, sample, sample.frames().size() - 1);
        return stack;
    }

    private static void addFrames(List<String> stack, StackSample sample, int outermost) {
        if (sample.isCut() && outermost == sample.frames().size() - 1) {
            stack.add("(callers not recorded)");
        }
        for (int i = outermost; i >= 0; i--) {
            stack.add(sample.frames().get(i).toString());
        }
    }

    /** Returns the index of the frame that the engine called last; -1 if there is none. */
    private int findEntry(List<Frame> frames) {
        int i = 0;
        while (i < frames.size() && isEngine(frames.get(i))) {
            i++; // skip engine methods that user code has called
        }
        int entryIndex = -1;
        while (i < frames.size() && !isEngine(frames.get(i))) {
            entryIndex = i++;
        }
        boolean calledByEngine = i < frames.size();
        return calledByEngine && componentsOfStack(frames, entryIndex) != null ? entryIndex : -1;
    }

    /**
     * Returns whether a frame belongs to the engine. Examples and tests are in the same packages
     * but count as user code.
     */
    private boolean isEngine(Frame frame) {
        return frame.className().startsWith(ENGINE_PACKAGE)
                && componentsOf(frame.className(), byOtherClass) == null
                && componentsOf(frame.className(), byOwnClass) == null;
    }

    private String componentNames(List<Frame> frames, int entryIndex) {
        Set<String> components = componentsOfStack(frames, entryIndex);
        return components == null ? "user code" : String.join(" or ", components);
    }

    /**
     * Returns the components of the first class, from caller to callee, that belongs to any
     * component; null if no class does.
     */
    private @Nullable Set<String> componentsOfStack(List<Frame> frames, int entryIndex) {
        for (Map<String, Set<String>> map : List.of(byOwnClass, byOtherClass)) {
            for (int i = entryIndex; i >= 0 && !isEngine(frames.get(i)); i--) {
                Set<String> found = componentsOf(frames.get(i).className(), map);
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
    private static @Nullable Set<String> componentsOf(String name, Map<String, Set<String>> map) {
        Set<String> found = map.get(name);
        int end = name.length();
        while (found == null && (end = name.lastIndexOf('$', end - 1)) > 0) {
            found = map.get(name.substring(0, end));
        }
        return found == null ? null : Collections.unmodifiableSet(found);
    }
}
