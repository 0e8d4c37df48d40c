package io.eyewall.cli.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StormLineTest {
    private static String ours(String line) {
        return String.join(" ", StormLine.translate(List.of(line.split(" "))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jar a.jar Main x -y | submit a.jar Main x -y",
                "jar a.jar Main x -c k=v y | submit -c k=v a.jar Main x y",
                "jar --jars b.jar,c.jar --artifacts g:n:1 a.jar Main | submit --jars b.jar,c.jar --artifacts g:n:1 a.jar Main",
                "jar a.jar Main --local f | run a.jar Main --local f",
                "jar a.jar org.apache.storm.flux.Flux --local --sleep 5000 f.yaml | run --for 5000ms a.jar org.apache.storm.flux.Flux --local --sleep 5000 f.yaml",
                "jar a.jar org.apache.storm.flux.Flux --local f.yaml | run --for 60000ms a.jar org.apache.storm.flux.Flux --local f.yaml",
                "jar a.jar Main --proxyUrl http://p --storm-server-classpath | submit a.jar Main",
                "-c k=v jar a.jar Main | submit -c k=v a.jar Main",
                "jar --config f.yaml a.jar Main | submit --conf f.yaml a.jar Main",
                "local a.jar Main x | run --for 20s a.jar Main x",
                "local --local-ttl 60 a.jar Main x | run --for 60s a.jar Main x",
                "local a.jar Main --local-ttl=5 x | run --for 5s a.jar Main x",
                "local a.jar Main --java-debug transport=x | run --for 20s a.jar Main",
                "list | list",
                "kill words -w 3 | kill words -w 3",
                "rebalance words -n 2 -e bolt=3 | rebalance words -n 2 -e bolt=3",
                "deactivate words | deactivate words",
                "monitor words -i 5 -m spout | top words",
                "nimbus -c a=b | server -c a=b",
                "help | --help",
                "--help | --help",
            })
    void doesTheSameHere(String storm, String eyewall) {
        assertThat(ours(storm)).isEqualTo(eyewall);
    }

    @Test
    void optionsOfOtherCommandsAreTheApplications() {
        assertThat(ours("jar a.jar Main --local-ttl 3"))
                .isEqualTo("submit a.jar Main --local-ttl 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"supervisor", "ui", "nonsense", "jar", "jar a.jar Main -c"})
    void refusesWhatIsNotHere(String line) {
        assertThatThrownBy(() -> ours(line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("storm " + line.split(" ")[0]);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sql | eyewall sql FILE.sql",
                "heartbeats | eyewall top",
                "node-health-check | eyewall doctor",
                "kill_workers | eyewall kill NAME",
                "shell | eyewall run",
                "repl | jshell",
                "admin | docs/guides/server.md",
                "pacemaker | eyewall server",
            })
    void saysWhatIsUsedInstead(String command, String instead) {
        assertThatThrownBy(() -> ours(command + " x")).hasMessageContaining(instead);
    }
}
