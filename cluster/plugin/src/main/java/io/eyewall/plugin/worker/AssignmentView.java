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
 * Answers the worker's requests for its assignment with the assignment that the switch has chosen,
 * and forwards all other calls to the supervisor. It replaces Storm's client of the supervisor's
 * Thrift service inside the worker, so it needs neither a port nor a password. Any thread may call.
 */
final class AssignmentView implements Supplier<SupervisorIfaceFactory> {
    private final Supplier<SupervisorIfaceFactory> supervisor;
    private volatile @Nullable Assignment shown;

    AssignmentView(Supplier<SupervisorIfaceFactory> supervisor) {
        this.supervisor = supervisor;
    }

    /**
     * @param assignment the assignment to show; null if there is none any more, upon which the
     *     worker ends itself, as on Storm
     */
    void show(@Nullable Assignment assignment) {
        shown = assignment;
    }

    @Override
    public SupervisorIfaceFactory get() {
        return new Answer();
    }

    /** A client of the service; usually used for one call. */
    private final class Answer implements SupervisorIfaceFactory, Supervisor.Iface {
        private @Nullable SupervisorIfaceFactory client;

        @Override
        public Supervisor.Iface getIface() {
            return this;
        }

        private Supervisor.Iface client() {
            SupervisorIfaceFactory open = client;
            if (open == null) {
                open = supervisor.get();
                client = open;
            }
            return open.getIface();
        }

        @Override
        public Assignment getLocalAssignmentForStorm(String id) throws TException {
            Assignment known = shown;
            if (known == null) {
                throw new NotAliveException("topology " + id + " has no assignment any more");
            }
            return known;
        }

        @Override
        public void sendSupervisorAssignments(SupervisorAssignments assignments) throws TException {
            client().sendSupervisorAssignments(assignments);
        }

        @Override
        public void sendSupervisorWorkerHeartbeat(SupervisorWorkerHeartbeat heartbeat)
                throws TException {
            client().sendSupervisorWorkerHeartbeat(heartbeat);
        }

        @Override
        public void close() {
            if (client != null) {
                client.close();
            }
        }
    }
}
