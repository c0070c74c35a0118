package example;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.majorant.json.ExampleJson;
import org.majorant.model.Predictor;
import org.majorant.store.ModelSubscriber;

/** Predicts the examples on standard input, a JSON object a line, with the newest version. */
public final class Predict {
  private Predict() {}

  public static void main(final String[] args) throws Exception {
    if (args.length != 2) {
      System.err.println("give the brokers and a model: Predict localhost:9092 adult < FILE");
      System.exit(2);
    }
    final ObjectMapper json = new ObjectMapper();
    final Map<String, Object> kafka = Map.of("bootstrap.servers", args[0]);
    try (ModelSubscriber models = ModelSubscriber.start(kafka, args[1])) {
      models.awaitVersion(1, Duration.ofSeconds(30));
      final BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        final Predictor predictor = Predictor.of(models.current().orElseThrow().model());
        final var examples = ExampleJson.of(predictor.model().spec());
        System.out.println(json.writeValueAsString(predictor.predict(examples.read(line))));
      }
    }
  }
}
