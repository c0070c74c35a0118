package org.majorant.ops.options;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Optional;
import org.majorant.model.Model;
import org.majorant.model.Predictor;
import org.majorant.model.SequencePredictor;
import org.majorant.ops.read.ModelLine;
import org.majorant.ops.read.TaggedSentence;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Task;
import org.majorant.store.ModelVersion;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The option of a sentence that each version of a sequence model labels, so that a person sees it
 * learn.
 */
public final class SentenceOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--sentence",
      paramLabel = "TEXT",
      description = "For a model of sequences: the words that each version labels.")
  private String sentence;

  /** Whether one was typed. */
  public boolean isGiven() {
    return sentence != null;
  }

  /** Refuses a sentence that was typed where the model is not of sequences. */
  public void require(final ModelVersion version) {
    final ModelSpec spec = version.model().spec();
    Usage.require(
        command,
        !isGiven() || spec.getTask() == Task.SEQUENCE,
        "--sentence is for models of sequences, and %s is none: leave it out"
            .formatted(spec.getModel()));
  }

  /** The sentence with its labels; none where there is no sentence, or the model has none. */
  public List<String> lines(final ModelVersion version, final String indent, final int width) {
    return by(version.model()).map(tagged -> tagged.lines(indent, width)).orElse(List.of());
  }

  /** What a version says of itself, and the sentence. */
  public String json(final ModelVersion version) {
    return Json.line(new Look(ModelLine.of(version.head()), by(version.model()).orElse(null)));
  }

  private Optional<TaggedSentence> by(final Model version) {
    return sentence != null && Predictor.of(version) instanceof SequencePredictor predictor
        ? Optional.of(TaggedSentence.of(sentence, predictor))
        : Optional.empty();
  }

  private record Look(
      @JsonUnwrapped ModelLine version, @JsonInclude(Include.NON_NULL) TaggedSentence sentence) {}
}
