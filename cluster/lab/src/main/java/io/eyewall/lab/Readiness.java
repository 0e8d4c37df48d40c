package io.eyewall.lab;

import io.eyewall.lab.process.Role;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Waits until a lab's Nimbus answers and knows the supervisors; otherwise reports the missing ones
 * with their last output. For one thread.
 */
final class Readiness {
    private final LabState lab;
    private final LabDaemons daemons;
    private final LabClients clients;

    Readiness(LabState lab, LabDaemons daemons, LabClients clients) {
        this.lab = lab;
        this.daemons = daemons;
        this.clients = clients;
    }

    /**
     * Waits for supervisors.
     *
     * @param hosts the hosts of the supervisors
     * @param progress receives messages about the progress, for people
     * @throws LabException if a daemon ends meanwhile, or a supervisor is missing at the end of the
     *     time limit
     */
    void awaitSupervisors(List<LabHost> hosts, Duration limit, Consumer<String> progress)
            throws LabException, IOException, InterruptedException {
        AtomicBoolean answered = new AtomicBoolean();
        List<String> missing =
                clients.awaitSupervisors(
                        hosts.stream().map(LabHost::address).toList(),
                        limit.toMillis(),
                        daemons::checkAlive,
                        known -> {
                            answered.set(true);
                            progress.accept(
                                    "Nimbus answers and knows %d of %d supervisors"
                                            .formatted(known.size(), lab.hosts().size()));
                        });
        if (!missing.isEmpty()) {
            throw new LabException(timeoutMessage(missing, limit, answered.get()));
        }
    }

    private String timeoutMessage(List<String> missing, Duration limit, boolean answered) {
        if (!answered) {
            return "Nimbus has not answered within %d s; increase --timeout. %s%s"
                    .formatted(
                            limit.toSeconds(),
                            daemons.lastOutput(new LabDaemons.Daemon(Role.ZOOKEEPER, LabHost.HEAD)),
                            daemons.lastOutput(new LabDaemons.Daemon(Role.NIMBUS, LabHost.HEAD)));
        }
        StringBuilder text =
                new StringBuilder(
                        "Nimbus does not know the supervisors of %s after %d s; increase --timeout. "
                                .formatted(hostNames(missing), limit.toSeconds()));
        for (LabHost host : lab.hosts()) {
            if (missing.contains(host.address())) {
                text.append(
                        daemons.lastOutput(new LabDaemons.Daemon(Role.SUPERVISOR, host.name())));
            }
        }
        return text.toString();
    }

    private String hostNames(List<String> addresses) {
        return String.join(
                ", ",
                lab.hosts().stream()
                        .filter(host -> addresses.contains(host.address()))
                        .map(LabHost::name)
                        .toList());
    }
}
