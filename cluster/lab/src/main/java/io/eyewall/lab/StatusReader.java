package io.eyewall.lab;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.lab.network.LabNetwork;
import io.eyewall.lab.process.LabProcess;
import io.eyewall.lab.process.ProcessTable;
import io.eyewall.lab.process.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Combines a lab's processes, network and Nimbus' answer into the lab's status. For one thread. */
final class StatusReader {
    private final String name;
    private final LabState lab;
    private final LabNetwork network;
    private final ProcessTable table;
    private final StatusProbe probe;

    StatusReader(
            String name, LabState lab, LabNetwork network, ProcessTable table, StatusProbe probe) {
        this.name = name;
        this.lab = lab;
        this.network = network;
        this.table = table;
        this.probe = probe;
    }

    LabStatus read() throws IOException, InterruptedException {
        List<LabProcess> running = table.all();
        boolean nimbusRuns = running.stream().anyMatch(each -> each.role() == Role.NIMBUS);
        Optional<JsonNode> answer = nimbusRuns ? probe.query() : Optional.empty();
        return new LabStatus(
                name,
                lab.phase(),
                lab.network(),
                lab.head().address() + ":" + lab.nimbusPort(),
                problem(nimbusRuns, answer.isPresent()),
                hosts(answer),
                running.stream()
                        .filter(each -> each.role() != Role.OTHER)
                        .map(this::toRunning)
                        .toList(),
                topologies(answer));
    }

    private static @Nullable String problem(boolean nimbusRuns, boolean answered) {
        if (answered) {
            return null;
        }
        return nimbusRuns ? "Nimbus does not answer" : "Nimbus does not run";
    }

    private LabStatus.Running toRunning(LabProcess process) {
        Optional<LabProcess.Slot> slot = process.slot();
        return new LabStatus.Running(
                process.pid(),
                process.host(),
                process.role(),
                slot.map(LabProcess.Slot::port).orElse(null),
                slot.map(LabProcess.Slot::topologyId).orElse(null));
    }

    private List<LabStatus.Host> hosts(Optional<JsonNode> answer)
            throws IOException, InterruptedException {
        Map<String, Integer> usedSlots = new HashMap<>();
        for (JsonNode each : elements(answer, "supervisors")) {
            usedSlots.put(each.path("address").asText(), each.path("usedSlots").asInt());
        }
        List<LabStatus.Host> hosts = new ArrayList<>();
        for (LabHost host : lab.allHosts()) {
            hosts.add(
                    new LabStatus.Host(
                            host.name(),
                            host.address(),
                            host.slots(),
                            usedSlots.get(host.address()),
                            network.rate(host.name()).map(Object::toString).orElse(null)));
        }
        return hosts;
    }

    private List<LabStatus.Topology> topologies(Optional<JsonNode> answer) {
        List<LabStatus.Topology> topologies = new ArrayList<>();
        for (JsonNode each : elements(answer, "topologies")) {
            List<LabStatus.Worker> workers = new ArrayList<>();
            for (JsonNode worker : each.path("workers")) {
                workers.add(
                        new LabStatus.Worker(
                                hostName(worker.path("address").asText()),
                                worker.path("port").asInt(),
                                worker.path("executors").asLong()));
            }
            topologies.add(
                    new LabStatus.Topology(
                            each.path("name").asText(),
                            each.path("id").asText(),
                            each.path("status").asText(),
                            each.path("uptimeSecs").asLong(),
                            each.path("executors").asLong(),
                            each.path("acked").asLong(),
                            each.path("failed").asLong(),
                            workers));
        }
        return topologies;
    }

    private static List<JsonNode> elements(Optional<JsonNode> answer, String field) {
        List<JsonNode> list = new ArrayList<>();
        answer.ifPresent(node -> node.path(field).forEach(list::add));
        return list;
    }

    private String hostName(String address) {
        return lab.hosts().stream()
                .filter(host -> host.address().equals(address))
                .map(LabHost::name)
                .findFirst()
                .orElse(address);
    }
}
