package io.eyewall.examples.email;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;

class EmailCodecTest {
    private final EmailCodec codec = new EmailCodec();
    private final MailboxGenerator mailbox = new MailboxGenerator(7);

    @Test
    void writesWhatAvroReadsAndReadsWhatAvroWrites() throws IOException {
        GenericDatumReader<GenericRecord> reader = new GenericDatumReader<>(EmailCodec.schema());
        GenericDatumWriter<GenericRecord> writer = new GenericDatumWriter<>(EmailCodec.schema());
        for (Email email : LongStream.range(0, 100).mapToObj(mailbox::email).toList()) {
            BodyCount counts = BodyCount.of(email.body());
            Email counted = email.withCounts(counts);
            byte[] bytes = codec.encode(counted);

            GenericRecord read = reader.read(null, DecoderFactory.get().binaryDecoder(bytes, null));
            assertThat(read.get("Body").toString()).isEqualTo(email.body());
            assertThat(read.get("CharCount")).isEqualTo(counts.characters());
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
            writer.write(read, encoder);

            assertThat(out.toByteArray()).isEqualTo(bytes);
            assertThat(codec.decode(bytes)).isEqualTo(counted);
        }
    }

    @Test
    void refusesWhatIsCutOrDamagedOrTooLong() {
        byte[] bytes = codec.encode(mailbox.email(3));
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> codec.decode(cut))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("an email of " + length + " bytes");
        }
        assertThatThrownBy(() -> codec.decode(Arrays.copyOf(bytes, bytes.length + 1)))
                .hasMessageContaining("bytes are left over");
        byte[] damaged = bytes.clone();
        damaged[0] = (byte) 0xff; // a negative length
        assertThatThrownBy(() -> codec.decode(damaged))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
