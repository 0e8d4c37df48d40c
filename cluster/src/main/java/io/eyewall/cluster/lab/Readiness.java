package io.eyewall.cluster.lab;

import io.eyewall.cluster.lab.process.Role;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Waits until a lab's Nimbus answers and knows its supervisors, or says who is missing, and why.
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
     * @param hosts whose supervisors are waited for
     * @throws LabException if a daemon ends meanwhile, or somebody is missing when the time is over
     */
    void await(List<LabHost> hosts, Duration limit, Consumer<String> progress)
            throws LabException, IOException, InterruptedException {
        AtomicBoolean answered = new AtomicBoolean();
        List<String> missing =
                clients.await(
                        hosts.stream().map(LabHost::address).toList(),
                        limit.toMillis(),
                        daemons::checkAlive,
                        there -> {
                            answered.set(true);
                            progress.accept(
                                    "Nimbus answers; %d of %d supervisors are there"
                                            .formatted(there.size(), lab.hosts().size()));
                        });
        if (!missing.isEmpty()) {
            throw new LabException(tooLate(missing, limit, answered.get()));
        }
    }

    private String tooLate(List<String> missing, Duration limit, boolean answered) {
        if (!answered) {
            return "Nimbus has not answered within %d s; give more --timeout. %s%s"
                    .formatted(
                            limit.toSeconds(),
                            daemons.lastWords(new LabDaemons.Place(Role.ZOOKEEPER, LabHost.HEAD)),
                            daemons.lastWords(new LabDaemons.Place(Role.NIMBUS, LabHost.HEAD)));
        }
        StringBuilder text =
                new StringBuilder(
                        "Nimbus knows nothing of %s after %d s; give more --timeout. "
                                .formatted(names(missing), limit.toSeconds()));
        for (LabHost host : lab.hosts()) {
            if (missing.contains(host.address())) {
                text.append(daemons.lastWords(new LabDaemons.Place(Role.SUPERVISOR, host.name())));
            }
        }
        return text.toString();
    }

    private String names(List<String> addresses) {
        return String.join(
                ", ",
                lab.hosts().stream()
                        .filter(host -> addresses.contains(host.address()))
                        .map(LabHost::name)
                        .toList());
    }
}
