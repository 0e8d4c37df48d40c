package io.eyewall.differential.run;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.apache.storm.ILocalCluster;

/** Finds the {@code org.apache.storm.LocalCluster} on the class path, Storm's or ours. */
final class ClusterUnderTest {
    private static final String CLASS_NAME = "org.apache.storm.LocalCluster";

    /** Storm's default: two supervisors with three slots each. */
    private static final int STORMS_SLOTS = 6;

    private ClusterUnderTest() {}

    /**
     * Starts a cluster with the default settings of {@code new LocalCluster()}.
     *
     * @param topologies number of topologies with one worker each that must fit at a time
     */
    static ILocalCluster start(int topologies) throws Exception {
        try {
            Class<?> type = Class.forName(CLASS_NAME);
            ILocalCluster cluster = (ILocalCluster) type.getDeclaredConstructor().newInstance();
            if (topologies > STORMS_SLOTS) {
                addSupervisor(type, cluster, topologies - STORMS_SLOTS);
            }
            return cluster;
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(CLASS_NAME + " did not start", e.getCause());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(
                    CLASS_NAME + " is not on the class path; add storm-server or eyewall-local", e);
        }
    }

    /**
     * Adds a supervisor with slots. In Storm a topology without a free slot waits; an engine
     * without slots needs no supervisor.
     */
    private static void addSupervisor(Class<?> type, ILocalCluster cluster, int slots)
            throws ReflectiveOperationException {
        for (Method method : type.getMethods()) {
            if (method.getName().equals("addSupervisor")
                    && Arrays.equals(method.getParameterTypes(), new Class<?>[] {Number.class})) {
                method.invoke(cluster, slots);
            }
        }
    }
}
