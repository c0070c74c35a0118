package org.majorant.acceptance.docs;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.majorant.model.PointPredictor;
import org.majorant.model.PointPredictor.PointPrediction;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.store.ModelSubscriber;

public class PredictingService {
  public static PointPrediction predict(String bootstrapServers) throws Exception {
    Map<String, Object> kafka = Map.of("bootstrap.servers", bootstrapServers);
    try (ModelSubscriber model = ModelSubscriber.start(kafka, "adult")) {
      model.onVersion(v -> System.out.println("now version " + v.version()));
      model.awaitVersion(1, Duration.ofSeconds(30));

      PointPredictor predictor = new PointPredictor(model.current().orElseThrow().model());
      SparseVector person = new SparseVector(List.of(3, 11, 14, 19, 39, 42), List.of());
      return predictor.predict(
          new LabeledExample(null, null, 1.0, new Point(person, null, null, null)));
    }
  }
}
