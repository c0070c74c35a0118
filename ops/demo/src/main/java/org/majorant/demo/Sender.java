package org.majorant.demo;

import java.util.List;
import java.util.Map;
import org.majorant.ops.operate.ExampleProducer;

/** Sends examples as they are. */
final class Sender extends Sending {
  private final Map<String, Object> client;
  private final String topic;
  private final List<byte[]> examples;
  private final double rate;
  private final boolean loop;
  private final int firstPass;

  /**
   * @param rate examples a second; 0: as fast as it goes
   * @param loop again and again
   * @param firstPass over these examples that this is, from 1
   */
  Sender(
      final Map<String, Object> client,
      final String topic,
      final List<byte[]> examples,
      final double rate,
      final boolean loop,
      final int firstPass) {
    super("majorant-demo-sender");
    this.client = client;
    this.topic = topic;
    this.examples = examples;
    this.rate = rate;
    this.loop = loop;
    this.firstPass = firstPass;
  }

  @Override
  void send() {
    try (ExampleProducer producer = new ExampleProducer(client, topic, rate)) {
      int pass = firstPass;
      do {
        producer.beginPass(pass++);
        for (int i = 0; i < examples.size() && !isClosed(); i++) {
          producer.send(examples.get(i));
          sent(producer.sent());
        }
      } while (loop && !isClosed());
      if (!isClosed()) {
        producer.flush();
      }
    }
  }
}
