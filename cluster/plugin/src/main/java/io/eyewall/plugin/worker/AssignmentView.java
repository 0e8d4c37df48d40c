package io.eyewall.plugin.worker;

import java.util.function.Supplier;
import org.apache.storm.generated.Assignment;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.generated.Supervisor;
import org.apache.storm.generated.SupervisorAssignments;
import org.apache.storm.generated.SupervisorWorkerHeartbeat;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.SupervisorIfaceFactory;
import org.jspecify.annotations.Nullable;

/**
 * Answers the worker's requests for its assignment with the assignment that the {@link
 * ReassignmentStateMachine} has chosen, and forwards all other calls to the supervisor. It replaces
 * Storm's client of the supervisor's Thrift service inside the worker, so it needs neither a port
 * nor a password. Any thread may call.
 */
final class AssignmentView implements Supplier<SupervisorIfaceFactory> {
    private final Supplier<SupervisorIfaceFactory> supervisor;
    private volatile @Nullable Assignment viewed;

    AssignmentView(Supplier<SupervisorIfaceFactory> supervisor) {
        this.supervisor = supervisor;
    }

    /**
     * Sets the assignment that the worker receives from now on.
     *
     * @param assignment the assignment; null if there is none any more, upon which the worker ends
     *     itself, as on Storm
     */
    void show(@Nullable Assignment assignment) {
        viewed = assignment;
    }

    @Override
    public SupervisorIfaceFactory get() {
        return new ViewClient();
    }

    /** Stands for a client of the supervisor's service; Storm usually uses it for one call. */
    private final class ViewClient implements SupervisorIfaceFactory, Supervisor.Iface {
        private @Nullable SupervisorIfaceFactory supervisorClient;

        @Override
        public Supervisor.Iface getIface() {
            return this;
        }

        private Supervisor.Iface supervisorIface() {
            SupervisorIfaceFactory opened = supervisorClient;
            if (opened == null) {
                opened = supervisor.get();
                supervisorClient = opened;
            }
            return opened.getIface();
        }

        @Override
        public Assignment getLocalAssignmentForStorm(String id) throws TException {
            Assignment current = viewed;
            if (current == null) {
                throw new NotAliveException("topology " + id + " has no assignment any more");
            }
            return current;
        }

        @Override
        public void sendSupervisorAssignments(SupervisorAssignments assignments) throws TException {
            supervisorIface().sendSupervisorAssignments(assignments);
        }

        @Override
        public void sendSupervisorWorkerHeartbeat(SupervisorWorkerHeartbeat heartbeat)
                throws TException {
            supervisorIface().sendSupervisorWorkerHeartbeat(heartbeat);
        }

        @Override
        public void close() {
            if (supervisorClient != null) {
                supervisorClient.close();
            }
        }
    }
}
