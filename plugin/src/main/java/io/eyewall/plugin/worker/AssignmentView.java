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
 * Answers this worker's question for its assignment; all other calls go to the supervisor. It
 * stands where Storm's client of the supervisor's Thrift service would: in the worker, so there is
 * neither a port nor a password of our own. Any thread.
 */
final class AssignmentView implements Supplier<SupervisorIfaceFactory> {
    private final Supplier<SupervisorIfaceFactory> supervisor;
    private volatile @Nullable Assignment shown;

    AssignmentView(Supplier<SupervisorIfaceFactory> supervisor) {
        this.supervisor = supervisor;
    }

    /**
     * @param assignment null if there is none any more: the worker ends itself then, as on Storm
     */
    void show(@Nullable Assignment assignment) {
        shown = assignment;
    }

    @Override
    public SupervisorIfaceFactory get() {
        return new Answer();
    }

    /** One call, usually. */
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
