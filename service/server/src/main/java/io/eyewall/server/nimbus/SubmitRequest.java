package io.eyewall.server.nimbus;

import io.eyewall.server.store.Orders;
import io.eyewall.server.store.StateFolder.Contents;
import io.eyewall.server.store.SubmissionFacts;
import io.eyewall.server.store.UpdateNote;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.jspecify.annotations.Nullable;

/**
 * A topology that a client has submitted.
 *
 * @param conf configuration after Nimbus' checks
 * @param jar the topology's jar; it and the dependencies are moved when the topology is stored
 */
record SubmitRequest(
        String name,
        Map<String, Object> conf,
        StormTopology topology,
        SubmitOptions options,
        Path jar,
        List<Path> dependencies) {
    /**
     * Returns the contents to store.
     *
     * @param update describes the version that this topology replaces; null if it replaces none
     */
    Contents contents(String id, int nowSecs, Orders orders, @Nullable UpdateNote update) {
        List<String> names =
                IntStream.range(0, dependencies.size()).mapToObj(each -> each + ".jar").toList();
        return new Contents(
                new SubmissionFacts(id, name, nowSecs, names),
                jar,
                dependencies,
                conf,
                topology,
                orders,
                options.is_set_creds() ? options.get_creds().get_creds() : Map.of(),
                update);
    }
}
