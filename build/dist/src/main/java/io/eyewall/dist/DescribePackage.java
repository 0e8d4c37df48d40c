package io.eyewall.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes the files that describe the package's content: {@code eyewall.cdx.json}, {@code
 * THIRD-PARTY.txt} and {@code licenses/}. Called by the build, before the archives are made.
 */
public final class DescribePackage {
    private DescribePackage() {}

    /**
     * @param args see {@link Arguments#parse}
     * @throws IOException if a file can't be read or written
     * @throws IllegalStateException if files and SBOM don't match, or a licence is unknown
     */
    public static void main(String[] args) throws IOException {
        Arguments arguments = Arguments.parse(args);
        Sbom sbom = Sbom.read(arguments.sbom());
        sbom.replaceLicenceNames(arguments.spdx());
        List<Entry> entries =
                Inventory.match(sbom.components(), arguments.lib(), arguments.parts());
        LicenceTexts texts = new LicenceTexts(arguments.texts(), arguments.out());
        ThirdPartyPage page = new ThirdPartyPage();
        delete(arguments.out());
        Files.createDirectories(arguments.out());
        for (Entry entry : entries) {
            sbom.addEntry(entry);
            if (!entry.component().isOwn()) {
                page.add(entry, texts.write(entry));
            }
        }
        page.write(arguments.out().resolve("THIRD-PARTY.txt"));
        sbom.write(arguments.out().resolve("eyewall.cdx.json"));
    }

    /** Deletes the output of an earlier build, whose licence texts may be of other versions. */
    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            List<Path> files;
            try (Stream<Path> found = Files.walk(folder)) {
                files = found.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }
}
