package io.eyewall.connectors.example;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Decoder;
import java.io.ByteArrayInputStream;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.storm.tuple.Fields;

/**
 * The hourly counters of a femtocell, {@code <pm cell="..."><counter name="...">value</counter>...
 * </pm>}, of which the bytes that it sent and received are wanted.
 */
final class FemtocellDecoder implements Decoder {
    private static final long serialVersionUID = 1L;

    @Override
    public Fields fields() {
        return new Fields("cell", "bytes");
    }

    @Override
    public List<Object> decode(byte[] xml) throws BadRecordException {
        String cell = "";
        double bytes = 0;
        try {
            XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
            factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
            XMLStreamReader reader =
                    factory.createXMLStreamReader(new ByteArrayInputStream(xml), "UTF-8");
            while (reader.hasNext()) {
                if (reader.next() == XMLStreamReader.START_ELEMENT) {
                    if (reader.getLocalName().equals("pm")) {
                        cell = reader.getAttributeValue(null, "cell");
                    } else if (reader.getAttributeValue(null, "name").startsWith("Bytes")) {
                        bytes += Double.parseDouble(reader.getElementText());
                    }
                }
            }
        } catch (XMLStreamException | NumberFormatException e) {
            throw new BadRecordException("no counters", e);
        }
        if (cell == null || cell.isEmpty()) {
            throw new BadRecordException("counters of no cell", null);
        }
        return List.of(cell, (long) bytes);
    }
}
