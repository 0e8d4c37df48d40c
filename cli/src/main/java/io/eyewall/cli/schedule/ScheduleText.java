package io.eyewall.cli.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.cli.terminal.Printable;
import io.eyewall.cli.terminal.TextTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes a generator's answers for people. */
final class ScheduleText {
    private static final int MAX_DECISIONS = 5;
    private static final int MAX_ITEMS = 20;

    private ScheduleText() {}

    static List<String> statusLines(JsonNode status, boolean plans) {
        List<String> lines = new ArrayList<>();
        JsonNode settings = status.path("settings");
        lines.add(
                "algorithm   %s%s, every %d s, adopted: %s"
                        .formatted(
                                settings.path("algorithm").asText(),
                                parameters(settings.path("parameters")),
                                settings.path("periodSec").asInt(),
                                settings.path("adopt").asText().toLowerCase(Locale.ROOT)));
        JsonNode plan = status.path("plan");
        lines.add(
                plan.path("number").asLong() == 0
                        ? "plan        none yet"
                        : "plan        %d of %s by %s, for %d topologies, %s"
                                .formatted(
                                        plan.path("number").asLong(),
                                        time(plan.path("madeMs").asLong()),
                                        plan.path("algorithm").asText(),
                                        plan.path("topologies").asInt(),
                                        plan.path("inEffect").asBoolean()
                                                ? "in effect"
                                                : "not in effect yet"));
        lines.add(
                status.path("viewTimeMs").isNull()
                        ? "Nimbus      has not been heard"
                        : "Nimbus      heard " + time(status.path("viewTimeMs").asLong()));
        lines.add(
                "next        evaluation at "
                        + time(status.path("nextLookMs").asLong())
                        + ", or on overload");
        if (!status.path("problem").isNull()) {
            lines.add("problem     " + status.path("problem").asText());
        }
        addNodes(status.path("nodes"), lines);
        addTopologies(status.path("topologies"), lines);
        int shown = 0;
        for (JsonNode decision : status.path("decisions")) {
            if (shown++ < MAX_DECISIONS) {
                lines.add("");
                lines.addAll(decisionLines(decision, plans));
            }
        }
        return lines;
    }

    private static String parameters(JsonNode parameters) {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, JsonNode> field : parameters.properties()) {
            text.append(text.length() == 0 ? " (" : ", ")
                    .append(field.getKey())
                    .append('=')
                    .append(field.getValue());
        }
        return text.length() == 0 ? "" : text.append(')').toString();
    }

    private static void addNodes(JsonNode nodes, List<String> lines) {
        TextTable table = new TextTable(1, List.of("NODE", "EXECUTORS", "CORES", "OF"));
        for (JsonNode node : nodes) {
            table.add(
                    List.of(
                            Printable.line(node.path("host").asText()),
                            node.path("executors").asText(),
                            number(node.path("cores")),
                            number(node.path("limit"))));
        }
        addTable(table, nodes, lines);
    }

    private static void addTopologies(JsonNode topologies, List<String> lines) {
        TextTable table = new TextTable(4, List.of("TOPOLOGY", "EXECUTORS", "ON", "PLANNED"));
        for (JsonNode topology : topologies) {
            StringBuilder hosts = new StringBuilder();
            for (Map.Entry<String, JsonNode> host : topology.path("executorsByHost").properties()) {
                hosts.append(hosts.length() == 0 ? "" : " ")
                        .append(host.getKey())
                        .append('=')
                        .append(host.getValue());
            }
            JsonNode leftOut = topology.path("leftOut");
            table.add(
                    List.of(
                            Printable.line(topology.path("name").asText()),
                            topology.path("executors").asText(),
                            Printable.line(hosts.toString()),
                            leftOut.isNull() ? "yes" : "no: " + Printable.line(leftOut.asText())));
        }
        addTable(table, topologies, lines);
    }

    private static void addTable(TextTable table, JsonNode rows, List<String> lines) {
        if (!rows.isEmpty()) {
            lines.add("");
            lines.addAll(table.lines());
        }
    }

    static List<String> decisionLines(JsonNode decision, boolean plan) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "evaluated   %s, %s: %s, %s"
                        .formatted(
                                time(decision.path("timeMs").asLong()),
                                decision.path("why").asText(),
                                decision.path("verdict").asText(),
                                decision.path("reason").asText()));
        if (!decision.path("number").isNull()) {
            lines.add("  plan      %d is adopted".formatted(decision.path("number").asLong()));
        }
        if (!decision.path("plannedMsPerSec").isNull()) {
            lines.add(
                    "  cost      %s ms/s now, %s planned; nodes %d now, %d planned"
                            .formatted(
                                    number(decision.path("presentMsPerSec")),
                                    number(decision.path("plannedMsPerSec")),
                                    decision.path("nodesNow").asInt(),
                                    decision.path("nodesPlanned").asInt()));
        }
        if (decision.path("outcome").isObject()) {
            lines.add(
                    "  measured  %s ms/s; %s"
                            .formatted(
                                    number(decision.path("outcome").path("msPerSec")),
                                    decision.path("outcome").path("says").asText()));
        }
        addList("overload", decision.path("overloaded"), lines);
        addList("hot", decision.path("hot"), lines);
        addList("move", decision.path("moves"), lines);
        if (plan) {
            decision.path("explanation").asText().lines().forEach(lines::add);
        }
        return lines;
    }

    private static void addList(String name, JsonNode items, List<String> lines) {
        int shown = 0;
        for (JsonNode item : items) {
            if (shown++ < MAX_ITEMS) {
                lines.add("  %-9s %s".formatted(name, Printable.line(item.asText())));
            }
        }
        if (shown > MAX_ITEMS) {
            lines.add("  %-9s and %d more".formatted(name, shown - MAX_ITEMS));
        }
    }

    private static String number(JsonNode value) {
        return value.isNull() ? "-" : String.format(Locale.ROOT, "%.3f", value.asDouble());
    }

    private static String time(long ms) {
        return Instant.ofEpochMilli(ms).toString();
    }
}
