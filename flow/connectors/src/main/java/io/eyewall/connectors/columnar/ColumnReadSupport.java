package io.eyewall.connectors.columnar;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.parquet.avro.AvroReadSupport;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * Reads only the columns of a schema from a Parquet file, and corrects two types that Parquet's
 * Avro converters misread: unsigned integers and INT96 times.
 */
final class ColumnReadSupport extends AvroReadSupport<GenericRecord> {
    private static final int JULIAN_DAY_OF_1970 = 2_440_588;

    private final Schema wanted;
    private @Nullable String error;

    ColumnReadSupport(Schema wanted) {
        super(GenericData.get());
        this.wanted = wanted;
    }

    /** Returns and clears the error of the record that was read last; null if it was good. */
    @Nullable String takeError() {
        String lastError = error;
        error = null;
        return lastError;
    }

    @Override
    public ReadContext init(
            ParquetConfiguration configuration, Map<String, String> metadata, MessageType file) {
        List<String> missing = new ArrayList<>();
        for (Schema.Field field : wanted.getFields()) {
            if (!file.containsField(field.name()) && !field.hasDefaultValue()) {
                missing.add(field.name());
            }
        }
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException(
                    "the file has no column "
                            + String.join(", ", missing)
                            + ", only "
                            + file.getFields().stream().map(Type::getName).toList()
                            + "; leave it out of the schema, or give it a default");
        }
        return new ReadContext(
                new MessageType(file.getName(), selectColumns(file, wanted)),
                super.init(configuration, metadata, file).getReadSupportMetadata());
    }

    /**
     * Returns the fields of a group that the schema has, recursively; all fields if no name
     * matches.
     */
    private static List<Type> selectColumns(GroupType group, Schema schema) {
        boolean isRecord = isRecord(group, schema);
        List<Type> columns = new ArrayList<>();
        for (Type field : group.getFields()) {
            if (!isRecord || schema.getField(field.getName()) != null) {
                Schema fieldSchema = schemaOfField(field, schema, isRecord);
                columns.add(
                        field.isPrimitive()
                                ? field
                                : field.asGroupType()
                                        .withNewFields(
                                                selectColumns(field.asGroupType(), fieldSchema)));
            }
        }
        return columns;
    }

    /**
     * Returns whether a group is a record: the groups of lists and maps are only wrappers of their
     * elements.
     */
    private static boolean isRecord(GroupType group, Schema schema) {
        return schema.getType() == Schema.Type.RECORD
                && group.getFields().stream()
                        .anyMatch(field -> schema.getField(field.getName()) != null);
    }

    /**
     * Returns the {@linkplain #elementSchema element schema} of a group's field.
     *
     * @param isRecord whether the group is a record; else it is a wrapper, and its fields have the
     *     schema that is given for the group
     */
    private static Schema schemaOfField(Type field, Schema group, boolean isRecord) {
        return isRecord
                ? elementSchema(group.getField(field.getName()).schema())
                : elementSchema(group);
    }

    /**
     * Returns the schema of the values at the end of a column: of a list's or map's elements, and
     * of a union the first type that is not null.
     */
    private static Schema elementSchema(Schema schema) {
        return switch (schema.getType()) {
            case ARRAY -> elementSchema(schema.getElementType());
            case MAP -> elementSchema(schema.getValueType());
            case UNION ->
                    schema.getTypes().stream()
                            .filter(option -> option.getType() != Schema.Type.NULL)
                            .findFirst()
                            .map(ColumnReadSupport::elementSchema)
                            .orElse(schema);
            default -> schema;
        };
    }

    @Override
    public RecordMaterializer<GenericRecord> prepareForRead(
            ParquetConfiguration configuration,
            Map<String, String> metadata,
            MessageType file,
            ReadContext context) {
        RecordMaterializer<GenericRecord> uncorrected =
                super.prepareForRead(configuration, metadata, file, context);
        GroupType columns = context.getRequestedSchema();
        if (!needsConversion(columns)) {
            return uncorrected;
        }
        GroupConverter root = correctingGroup(uncorrected.getRootConverter(), columns, wanted);
        return new RecordMaterializer<>() {
            @Override
            public GenericRecord getCurrentRecord() {
                return uncorrected.getCurrentRecord();
            }

            @Override
            public GroupConverter getRootConverter() {
                return root;
            }
        };
    }

    private static boolean needsConversion(Type type) {
        return type.isPrimitive()
                ? isInt96(type.asPrimitiveType()) || isUnsigned(type)
                : type.asGroupType().getFields().stream()
                        .anyMatch(ColumnReadSupport::needsConversion);
    }

    private static boolean isInt96(PrimitiveType type) {
        return type.getPrimitiveTypeName() == PrimitiveTypeName.INT96;
    }

    private static boolean isUnsigned(Type type) {
        return type.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation integer
                && !integer.isSigned();
    }

    /** Returns a converter that passes a group's values to {@code target}, corrected. */
    private GroupConverter correctingGroup(GroupConverter target, GroupType type, Schema schema) {
        boolean isRecord = isRecord(type, schema);
        Converter[] fields = new Converter[type.getFieldCount()];
        for (int i = 0; i < fields.length; i++) {
            Type field = type.getType(i);
            Schema fieldSchema = schemaOfField(field, schema, isRecord);
            Converter uncorrected = target.getConverter(i);
            if (!needsConversion(field)) {
                fields[i] = uncorrected;
            } else if (field.isPrimitive()) {
                fields[i] =
                        new CorrectingConverter(
                                uncorrected.asPrimitiveConverter(),
                                field.asPrimitiveType(),
                                fieldSchema);
            } else {
                fields[i] =
                        correctingGroup(
                                uncorrected.asGroupConverter(), field.asGroupType(), fieldSchema);
            }
        }
        return new GroupConverter() {
            @Override
            public Converter getConverter(int field) {
                return fields[field];
            }

            @Override
            public void start() {
                target.start();
            }

            @Override
            public void end() {
                target.end();
            }
        };
    }

    /**
     * Converts unsigned integers and INT96 times. A value that can't be converted makes only its
     * record bad, not the rest of the file.
     */
    private final class CorrectingConverter extends PrimitiveConverter {
        private final PrimitiveConverter target;
        private final PrimitiveType type;
        private final Schema schema;

        CorrectingConverter(PrimitiveConverter target, PrimitiveType type, Schema schema) {
            this.target = target;
            this.type = type;
            this.schema = schema;
        }

        @Override
        public void addInt(int value) {
            if (value >= 0) {
                target.addInt(value);
            } else if (schema.getType() == Schema.Type.INT) {
                error =
                        unsignedOverflow(Integer.toUnsignedString(value))
                                + "give it the type long in the schema";
                target.addInt(value);
            } else {
                target.addLong(Integer.toUnsignedLong(value));
            }
        }

        @Override
        public void addLong(long value) {
            if (value < 0) {
                error =
                        unsignedOverflow(Long.toUnsignedString(value))
                                + "leave the column out of the schema";
            }
            target.addLong(value);
        }

        private String unsignedOverflow(String value) {
            return "column "
                    + type.getName()
                    + ": "
                    + value
                    + ", an unsigned integer, does not fit into type "
                    + schema.getType().getName()
                    + "; ";
        }

        /**
         * Converts an INT96 time: 8 bytes for the nanoseconds of the day, then 4 bytes for the
         * Julian day, both little-endian.
         */
        @Override
        public void addBinary(Binary value) {
            if (schema.getType() == Schema.Type.FIXED) {
                target.addBinary(value); // the schema asks for the 12 bytes themselves
                return;
            }
            ByteBuffer bytes = value.toByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
            long nanosOfDay = bytes.getLong(bytes.position());
            long day = bytes.getInt(bytes.position() + Long.BYTES) - (long) JULIAN_DAY_OF_1970;
            TimeUnit unit = timeUnit();
            target.addLong(
                    unit.convert(nanosOfDay, TimeUnit.NANOSECONDS)
                            + unit.convert(day, TimeUnit.DAYS));
        }

        private TimeUnit timeUnit() {
            String logical = String.valueOf(schema.getProp("logicalType"));
            return switch (logical.replace("local-", "")) {
                case "timestamp-millis" -> TimeUnit.MILLISECONDS;
                case "timestamp-micros" -> TimeUnit.MICROSECONDS;
                case "timestamp-nanos" -> TimeUnit.NANOSECONDS;
                default ->
                        throw new IllegalArgumentException(
                                "column "
                                        + type.getName()
                                        + " is INT96, a time: expected {\"type\": \"long\","
                                        + " \"logicalType\": \"timestamp-micros\"} (or -millis) in"
                                        + " the schema, not "
                                        + schema);
            };
        }
    }
}
