package io.eyewall.differential.run;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * What {@link ProgramMain} wrote: program to its facts and, if it did not end well, its failure.
 */
record Observations(Map<String, Program> programs) {

    /**
     * @param failure null if the program came to its end
     */
    record Program(Map<String, Object> facts, String failure) {
        Program {
            facts = facts == null ? Map.of() : facts;
        }
    }

    /** Reads a file; none is as good as an empty one: the process ended before it wrote any. */
    static Observations read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return new Observations(new TreeMap<>());
        }
        return new Observations(
                new ObjectMapper()
                        .readValue(
                                file.toFile(), new TypeReference<TreeMap<String, Program>>() {}));
    }

    void write(Path file) throws IOException {
        new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(file.toFile(), programs);
    }

    /** Takes over the other's programs, in place of those of the same names. */
    void add(Observations other) {
        programs.putAll(other.programs);
    }

    boolean endedWell(String name) {
        return programs.containsKey(name) && programs.get(name).failure() == null;
    }
}
