package io.eyewall.sql.compiler;

import io.eyewall.sql.operator.WindowBolt;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.rel.logical.LogicalTableFunctionScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;

/** The table functions TUMBLE, HOP and SESSION. */
final class Windows {
    private final Translation translation;

    Windows(Translation translation) {
        this.translation = translation;
    }

    Flow translate(LogicalTableFunctionScan function) {
        RexCall call = (RexCall) function.getCall();
        String name = call.getOperator().getName();
        if (!Set.of("TUMBLE", "HOP", "SESSION").contains(name)
                || function.getInputs().size() != 1) {
            throw translation.refuse(
                    "not supported: the table function "
                            + name
                            + "; there are TUMBLE, HOP, SESSION");
        }
        Flow input = translation.translate(function.getInput(0));
        List<RexNode> operands = call.getOperands();
        int time = columns(operands.get(0))[0];
        RelDataType type = function.getInput(0).getRowType().getFieldList().get(time).getType();
        if (type.getSqlTypeName() != SqlTypeName.TIMESTAMP) {
            throw translation.refuse(name + ": the column of time must be a TIMESTAMP");
        }
        if (!input.bounded() && !input.times().contains(time)) {
            throw translation.refuse(
                    name
                            + " over a stream needs the column of its WATERMARK FOR ... or AS"
                            + " PROCTIME(), not computed from it: no window would ever be complete");
        }
        WindowBolt bolt;
        int[] keys = null;
        switch (name) {
            case "TUMBLE" -> {
                expect(name, operands, 2);
                long size = milliseconds(name, operands.get(1));
                bolt = WindowBolt.hopping(time, size, size);
            }
            case "HOP" -> {
                expect(name, operands, 3);
                bolt =
                        WindowBolt.hopping(
                                time,
                                milliseconds(name, operands.get(1)),
                                milliseconds(name, operands.get(2)));
            }
            default -> {
                expect(name, operands, 3);
                keys = columns(operands.get(1));
                bolt = WindowBolt.session(time, keys, milliseconds(name, operands.get(2)));
            }
        }
        String component = translation.name("window");
        int tasks = keys == null ? input.tasks() : translation.parallelism();
        translation.add(component, bolt, input, keys, tasks);
        translation.explain(component + " <- " + input.components() + ": " + call);
        int width = function.getRowType().getFieldCount();
        return new Flow(
                List.of(component),
                input.bounded(),
                keys == null ? input.times() : Set.of(),
                Set.of(width - 2),
                Set.of(width - 1),
                tasks);
    }

    private void expect(String name, List<RexNode> operands, int count) {
        if (operands.size() != count) {
            throw translation.refuse("not supported: " + name + " with an offset");
        }
    }

    private int[] columns(RexNode descriptor) {
        if (descriptor instanceof RexCall call && call.getKind() == SqlKind.DESCRIPTOR) {
            return call.getOperands().stream()
                    .mapToInt(column -> ((RexInputRef) column).getIndex())
                    .toArray();
        }
        throw translation.refuse("expected DESCRIPTOR(column), found " + descriptor);
    }

    private long milliseconds(String name, RexNode interval) {
        if (interval instanceof RexLiteral literal
                && SqlTypeName.DAY_INTERVAL_TYPES.contains(literal.getType().getSqlTypeName())) {
            long size =
                    Objects.requireNonNull(literal.getValueAs(BigDecimal.class)).longValueExact();
            if (size > 0) {
                return size;
            }
        }
        throw translation.refuse(
                name + ": expected intervals of fixed length, such as INTERVAL '10' SECOND");
    }
}
