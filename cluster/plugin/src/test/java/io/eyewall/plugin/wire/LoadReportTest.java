package io.eyewall.plugin.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.plugin.wire.LoadReport.ExecutorUse;
import io.eyewall.plugin.wire.LoadReport.TaskTraffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is written is read; what is not as it has to be is refused by name, and nothing else. */
class LoadReportTest {
    private static final String JSON =
            """
            {"version":1,"topology":"wc-1-1732","node":"n-1","host":"host1","port":6700,\
            "worker":"run","startMs":5,"sequence":12,"endMs":1732,"windowSec":20.01,\
            "processCores":0.71,"hostCores":1.2,"hostProcessors":2,\
            "executors":[{"component":"split","tasks":[4,5],"cores":0.12,"tuples":12345}],\
            "traffic":[{"from":4,"to":7,"tuples":123,"bytes":4567}],"pairsLeftOut":0}""";

    private static LoadReport report(List<ExecutorUse> executors, List<TaskTraffic> traffic) {
        return new LoadReport(
                "wc-1-1732",
                "n-1",
                "host1",
                6700,
                "run",
                5,
                12,
                1732,
                20.01,
                0.71,
                1.2,
                2,
                executors,
                traffic,
                0);
    }

    @Test
    void isWrittenAndReadAsTheContractHasIt() {
        LoadReport report =
                report(
                        List.of(new ExecutorUse("split", 4, 5, 0.12, 12345)),
                        List.of(new TaskTraffic(4, 7, 123, 4567)));
        assertThat(report.toJson()).isEqualTo(JSON);
        assertThat(LoadReport.fromJson(JSON)).isEqualTo(report);
    }

    @Test
    void passesOverWhatItDoesNotKnowAndWhatIsLeftOut() {
        String json =
                JSON.replace("\"startMs\":5,", "\"later\":{\"a\":[1,null]},")
                        .replace(",\"pairsLeftOut\":0", "");
        assertThat(LoadReport.fromJson(json).startMs()).isZero();
    }

    @Test
    void keepsNamesOfAllCharacters() {
        String name = "a\"\\/\u2028é𝄞";
        LoadReport report = report(List.of(new ExecutorUse(name, 1, 1, 0, 0)), List.of());
        assertThat(LoadReport.fromJson(report.toJson())).isEqualTo(report);
    }

    @Test
    void leavesOutTheLastWhereItWouldBeTooLong() {
        List<TaskTraffic> traffic = new ArrayList<>();
        for (int i = 0; i < LoadReport.MAX_PAIRS; i++) {
            traffic.add(new TaskTraffic(Integer.MAX_VALUE - i, 1, 1L << 50, 1L << 50));
        }
        LoadReport report = report(List.of(new ExecutorUse("é".repeat(500), 1, 1, 0, 0)), traffic);
        assertThat(report.toJson().length()).isGreaterThan(LoadReport.MAX_CHARS);
        LoadReport sent = LoadReport.fromJson(report.toFittingJson());
        assertThat(sent.traffic()).isEqualTo(traffic.subList(0, LoadReport.MAX_PAIRS / 2));
        assertThat(sent.pairsLeftOut()).isEqualTo(LoadReport.MAX_PAIRS / 2);
    }

    @Test
    void refusesByName() {
        refuses("\"version\":1", "\"version\":2", "version 2, expected 1");
        refuses("\"port\":6700", "\"port\":\"6700\"", "load report.port: expected a whole number");
        refuses("\"port\":6700", "\"port\":-1", "port: expected a whole number from 0 to 65535");
        refuses("\"tuples\":123,", "\"tuples\":1.5,", "traffic[0].tuples");
        refuses("\"tuples\":123,", "\"tuples\":-1,", "traffic[0].tuples");
        refuses("\"tuples\":123,", "\"tuples\":1e3,", "traffic[0].tuples");
        refuses("\"cores\":0.12", "\"cores\":1e999", "executors[0].cores");
        refuses("\"cores\":0.12", "\"cores\":NaN", "load report");
        refuses("\"cores\":0.12", "\"cores\":1.0000000000000000000001e999999999", "cores");
        refuses("[4,5]", "[5,4]", "tasks 5 to 4");
        refuses("[4,5]", "[4]", "expected the first and the last");
        refuses("[4,5]", "[0,5]", "executors[0].tasks[0]");
        refuses("\"topology\":\"wc-1-1732\"", "\"topology\":\"\"", "topology: expected text");
        refuses("\"topology\":\"wc-1-1732\"", "\"topology\":\"a\\n\"", "topology: expected text");
        refuses("wc-1-1732", "a\\ud800", "topology: expected text");
        refuses("\"windowSec\":20.01", "\"windowSec\":0", "windowSec");
        refuses("\"executors\":[{", "\"executors\":[7,{", "executors[0]: expected an object");
        refuses("20.01", "1" + "0".repeat(50), "digits in a row");
        refuses(JSON, "[]", "expected an object, found a list of 0");
        refuses(JSON, "", "invalid JSON");
        refuses(JSON, "[".repeat(500_000), "invalid JSON");
        refuses(JSON, " ".repeat(LoadReport.MAX_CHARS + 1), "at most 1,048,576");
    }

    @Test
    void refusesWhatIsThereTwice() {
        assertThatThrownBy(
                        () ->
                                report(
                                        List.of(
                                                new ExecutorUse("a", 1, 3, 0, 0),
                                                new ExecutorUse("b", 2, 2, 0, 0)),
                                        List.of()))
                .isInstanceOf(JsonFormatException.class)
                .hasMessageContaining("two executors of task 2");
        TaskTraffic pair = new TaskTraffic(1, 2, 3, 4);
        assertThatThrownBy(() -> report(List.of(), List.of(pair, pair)))
                .isInstanceOf(JsonFormatException.class)
                .hasMessageContaining("from task 1 to 2");
    }

    /** Damage of any kind: a report that is whole, or the one exception. */
    @Test
    void readsOrRefusesWhateverComes() {
        Random random = new Random(7);
        String bits = "{}[]\",:0123456789.eE+-\\untrfalse \u0000é";
        int read = 0;
        for (int run = 0; run < 20_000; run++) {
            StringBuilder json = new StringBuilder(JSON);
            for (int damage = random.nextInt(4); damage >= 0; damage--) {
                int at = random.nextInt(json.length());
                switch (random.nextInt(4)) {
                    case 0 -> json.setCharAt(at, bits.charAt(random.nextInt(bits.length())));
                    case 1 -> json.insert(at, bits.charAt(random.nextInt(bits.length())));
                    case 2 -> json.delete(at, Math.min(json.length(), at + random.nextInt(9) + 1));
                    default -> {
                        int from = random.nextInt(json.length());
                        String part = json.substring(from, Math.min(json.length(), from + 30));
                        json.insert(at, part);
                    }
                }
                if (json.length() == 0) {
                    json.append(' ');
                }
            }
            try {
                LoadReport report = LoadReport.fromJson(json.toString());
                assertThat(LoadReport.fromJson(report.toJson())).isEqualTo(report);
                read++;
            } catch (JsonFormatException e) {
                assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
            }
        }
        assertThat(read).isBetween(100, 15_000);
    }

    private static void refuses(String what, String by, String message) {
        assertThatThrownBy(() -> LoadReport.fromJson(JSON.replace(what, by)))
                .as(by.length() > 100 ? "" : by)
                .isInstanceOf(JsonFormatException.class)
                .hasMessageContaining(message);
    }
}
