package org.majorant.ops.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Optional;
import org.majorant.model.Model;
import org.majorant.model.SequencePredictor;
import org.majorant.model.TaskPredictor;
import org.majorant.ops.ModelLine;
import org.majorant.ops.TaggedSentence;
import org.majorant.ops.demo.DemoStream;
import org.majorant.store.ModelVersion;
import picocli.CommandLine.Option;

/** A sentence to be seen with its labels by each version of a model of sequences. */
final class SentenceOptions {
  @Option(
      names = "--sentence",
      paramLabel = "TEXT",
      description =
          "Of a model of sequences: words that each version labels; of the demo's, one of its data.")
  private String sentence;

  /** The sentence with its labels; none where there is no sentence, or the model has none. */
  List<String> lines(final ModelVersion version, final String indent, final int width) {
    return by(version.model()).map(tagged -> tagged.lines(indent, width)).orElse(List.of());
  }

  /** What a version says of itself, and the sentence. */
  String json(final ModelVersion version) {
    return Json.line(new Look(ModelLine.of(version.head()), by(version.model()).orElse(null)));
  }

  private Optional<TaggedSentence> by(final Model version) {
    final String text =
        sentence == null ? DemoStream.sentence(version.spec().getModel()) : sentence;
    return text != null && TaskPredictor.of(version) instanceof SequencePredictor predictor
        ? Optional.of(TaggedSentence.of(text, predictor))
        : Optional.empty();
  }

  private record Look(
      @JsonUnwrapped ModelLine version, @JsonInclude(Include.NON_NULL) TaggedSentence sentence) {}
}
