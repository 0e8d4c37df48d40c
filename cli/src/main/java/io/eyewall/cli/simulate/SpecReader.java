package io.eyewall.cli.simulate;

import io.eyewall.model.simulation.spec.Incident;
import io.eyewall.model.simulation.spec.SchedulerSpec;
import io.eyewall.model.simulation.spec.SimulationSpec;
import io.eyewall.model.simulation.spec.TopologySpec;
import io.eyewall.placement.advice.AdoptionRules;
import io.eyewall.placement.place.Level;
import io.eyewall.placement.plan.Rules;
import io.eyewall.placement.plan.Weights;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.Node;

/** Reads a {@link SimulationSpec} from a description; docs/guides/simulator.md lists the keys. */
final class SpecReader {
    private static final double NS_PER_SEC = 1e9;

    private final String file;

    SpecReader(String file) {
        this.file = file;
    }

    SimulationSpec read(Node root) throws DescriptionException {
        Section top = new Section(file, root, "the description");
        top.value("title");
        top.value("variants");
        ClusterReader clusterReader = new ClusterReader();
        Section cluster = top.section("cluster");
        Section topologies = top.section("topologies");
        try {
            List<TopologySpec> specs = new ArrayList<>();
            TopologyReader topologyReader = new TopologyReader();
            for (String name : topologies.names()) {
                specs.addAll(topologyReader.read(name, topologies.section(name)));
            }
            double defaultWarmUpNs = top.durationNs("duration", 600 * NS_PER_SEC) / 10.0;
            SimulationSpec spec =
                    new SimulationSpec(
                            top.durationNs("duration", 600 * NS_PER_SEC),
                            top.durationNs("warm-up", defaultWarmUpNs),
                            top.durationNs("sample", 10 * NS_PER_SEC),
                            top.wholeNumber("seed", 1, 0),
                            clusterReader.read(cluster),
                            specs,
                            readScheduler(top.section("scheduler")),
                            readIncidents(top.list("events")));
            top.rejectUnreadKeys();
            return spec;
        } catch (IllegalArgumentException e) { // from records, which know no file
            throw new DescriptionException(file + ": " + e.getMessage());
        }
    }

    private static SchedulerSpec readScheduler(Section section) throws DescriptionException {
        Section rules = section.section("rules");
        Rules defaults = Rules.cluster();
        double gamma = rules.number("gamma", 0);
        Rules schedulerRules =
                new Rules(
                        rules.number("theta", defaults.theta()),
                        gamma == 0 ? Double.POSITIVE_INFINITY : gamma,
                        !rules.flag("many-workers-per-node"),
                        !rules.flag("shared-places"),
                        defaults.mostPerNode(),
                        defaults.incompatible(),
                        defaults.allowedPlaces(),
                        defaults.inNetwork());
        rules.rejectUnreadKeys();
        Section adoption = section.section("adoption");
        AdoptionRules adoptionRules =
                new AdoptionRules(
                        adoption.number("gain", 0.08),
                        adoption.wholeNumber("windows", 2, 1),
                        adoption.durationNs("cool-down", 60 * NS_PER_SEC) / NS_PER_SEC,
                        AdoptionRules.DEFAULT.minRelief());
        double horizonSec = adoption.durationNs("horizon", 3600 * NS_PER_SEC) / NS_PER_SEC;
        double restartNs = adoption.durationNs("restart-cost", 10 * NS_PER_SEC);
        double nodeCost = adoption.number("node-cost", 0);
        adoption.rejectUnreadKeys();
        Weights weights =
                new Weights(
                        Weights.cluster().balanceNs(),
                        nodeCost * NS_PER_SEC,
                        schedulerRules.exclusiveSlots() || schedulerRules.oneWorkerPerNode()
                                ? Level.NODE
                                : Level.CORE,
                        new Weights.Migration(
                                Weights.cluster().migration().perExecutorNs(),
                                restartNs,
                                Weights.cluster().migration().perByteNs(),
                                horizonSec));
        SchedulerSpec spec =
                new SchedulerSpec(
                        section.text("algorithm", SchedulerSpec.NONE),
                        section.numbers("parameters"),
                        section.enumConstant(
                                "initial",
                                SchedulerSpec.Initial.class,
                                SchedulerSpec.Initial.ROUND_ROBIN),
                        section.enumConstant(
                                "adopt", SchedulerSpec.Adopt.class, SchedulerSpec.Adopt.GAIN),
                        schedulerRules,
                        weights,
                        adoptionRules,
                        section.durationNs("monitor", 20 * NS_PER_SEC),
                        section.durationNs("lag", 0),
                        section.number("alpha", 0.5),
                        section.durationNs("generate", 300 * NS_PER_SEC),
                        section.durationNs("fetch", 10 * NS_PER_SEC),
                        section.durationNs("sync", 10 * NS_PER_SEC),
                        section.durationNs("detect", 30 * NS_PER_SEC),
                        section.enumConstant(
                                "handover",
                                SchedulerSpec.Handover.class,
                                SchedulerSpec.Handover.SMOOTH),
                        section.durationNs("halt", 0));
        section.rejectUnreadKeys();
        return spec;
    }

    private static List<Incident> readIncidents(List<Section> sections)
            throws DescriptionException {
        List<Incident> incidents = new ArrayList<>();
        for (Section section : sections) {
            if (!section.has("at")) {
                throw section.problem(
                        "an event has no 'at', the time when it happens, such as at: 120s");
            }
            long atNs = section.durationNs("at", 0);
            Incident incident;
            if (section.has("fail-node")) {
                incident = new Incident.FailNode(atNs, section.text("fail-node", ""));
            } else if (section.has("restore-node")) {
                incident = new Incident.RestoreNode(atNs, section.text("restore-node", ""));
            } else if (section.has("kill-workers")) {
                incident = new Incident.KillWorkers(atNs, section.text("kill-workers", ""));
            } else if (section.has("load")) {
                incident =
                        new Incident.Load(
                                atNs, section.text("topology", ""), section.number("load", 1));
            } else if (section.has("algorithm")) {
                incident =
                        new Incident.Use(
                                atNs, section.text("algorithm", ""), section.numbers("parameters"));
            } else {
                throw section.problem(
                        "an event has no effect; expected one of fail-node,"
                                + " restore-node, kill-workers, load, algorithm");
            }
            section.rejectUnreadKeys();
            incidents.add(incident);
        }
        return incidents;
    }
}
