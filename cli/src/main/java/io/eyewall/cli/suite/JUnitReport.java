package io.eyewall.cli.suite;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes results in the XML format of JUnit's Ant task, which build servers read. */
public final class JUnitReport {
    private JUnitReport() {}

    /**
     * Writes a file.
     *
     * @param results the results by test file
     * @throws IOException if the file can't be written
     */
    public static void write(Path file, Map<String, List<CaseResult>> results) throws IOException {
        try (Writer writer = Files.newBufferedWriter(file)) {
            XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(writer);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuites");
            for (Map.Entry<String, List<CaseResult>> suite : results.entrySet()) {
                write(xml, suite.getKey(), suite.getValue());
            }
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IOException(file + " can't be written: " + e.getMessage(), e);
        }
    }

    private static void write(XMLStreamWriter xml, String file, List<CaseResult> results)
            throws XMLStreamException {
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", escapeIllegal(file));
        xml.writeAttribute("tests", Integer.toString(results.size()));
        xml.writeAttribute("failures", count(results, CaseResult.Outcome.FAILED));
        xml.writeAttribute("errors", "0");
        xml.writeAttribute("skipped", count(results, CaseResult.Outcome.NOT_RUN));
        xml.writeAttribute("time", seconds(results.stream().mapToLong(CaseResult::millis).sum()));
        for (CaseResult result : results) {
            xml.writeStartElement("testcase");
            xml.writeAttribute("name", escapeIllegal(result.test().name()));
            xml.writeAttribute("classname", escapeIllegal(file));
            xml.writeAttribute("file", escapeIllegal(file));
            xml.writeAttribute("line", Integer.toString(result.test().position().line()));
            xml.writeAttribute("time", seconds(result.millis()));
            if (result.outcome() == CaseResult.Outcome.NOT_RUN) {
                xml.writeEmptyElement("skipped");
            }
            for (CaseResult.Failure failure : result.failures()) {
                xml.writeStartElement("failure");
                xml.writeAttribute("message", escapeIllegal(failure.finding().toText()));
                xml.writeCharacters(escapeIllegal(String.join("\n", failure.details())));
                xml.writeEndElement();
            }
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private static String count(List<CaseResult> results, CaseResult.Outcome outcome) {
        return Long.toString(
                results.stream().filter(result -> result.outcome() == outcome).count());
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%d.%03d", millis / 1000, millis % 1000);
    }

    /**
     * Replaces characters that XML 1.0 can't express, such as most control characters, by their
     * codes.
     */
    private static String escapeIllegal(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints()
                .forEach(
                        c -> {
                            boolean allowed =
                                    c == '\t'
                                            || c == '\n'
                                            || (c >= 0x20 && c <= 0xD7FF)
                                            || (c >= 0xE000 && c <= 0xFFFD)
                                            || c >= 0x10000;
                            if (allowed) {
                                escaped.appendCodePoint(c);
                            } else {
                                escaped.append(String.format("\\u%04x", c));
                            }
                        });
        return escaped.toString();
    }
}
