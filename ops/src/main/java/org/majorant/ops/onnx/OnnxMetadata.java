package org.majorant.ops.onnx;

import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.spec.Fingerprint;
import org.majorant.spec.SpecFile;

/**
 * What a file tells of the version that it was made of. Labels are a JSON array, in the order of
 * the probabilities; the lineage is a JSON object, partition → next offset of the input, with the
 * topic's id where it is known; the fingerprint is that of the spec, in hexadecimal.
 */
final class OnnxMetadata {
  private OnnxMetadata() {}

  static List<StringStringEntryProto> of(final ModelHead head) {
    final Map<String, String> known = new LinkedHashMap<>();
    known.put("model", head.getModel());
    known.put("version", String.valueOf(head.getVersion()));
    known.put("created", Instant.ofEpochMilli(head.getCreated()).toString());
    known.put("labels", Json.line(head.getSpec().getLabels()));
    known.put("spec", SpecFile.write(head.getSpec()));
    known.put("fingerprint", "%016x".formatted(Fingerprint.of(head.getSpec())));
    known.put("input", head.getSpec().getInput());
    if (head.getLog() != null) {
      known.put("topicId", head.getLog().getTopic());
    }
    known.put(
        "lineage",
        Json.line(
            head.getLineage().stream()
                .collect(
                    Collectors.toMap(PartitionOffset::getPartition, PartitionOffset::getNext))));
    return known.entrySet().stream()
        .map(
            each ->
                StringStringEntryProto.newBuilder()
                    .setKey(each.getKey())
                    .setValue(each.getValue())
                    .build())
        .toList();
  }
}
