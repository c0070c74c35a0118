package org.majorant.research.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** An order of a shop, drawn from its number: the same event in JSON and in Avro. */
record OrderEvent(
    String id,
    String country,
    String plan,
    String device,
    String referrer,
    int visits,
    double amount,
    boolean gift,
    List<String> goods,
    String outcome) {
  static final Schema SCHEMA =
      new Schema.Parser()
          .parse(
              """
              {"type": "record", "name": "Order", "fields": [
                {"name": "id", "type": "string"},
                {"name": "customer", "type": {"type": "record", "name": "Customer", "fields": [
                  {"name": "country", "type": "string"}, {"name": "plan", "type": "string"}]}},
                {"name": "device", "type": "string"}, {"name": "referrer", "type": "string"},
                {"name": "visits", "type": "int"}, {"name": "amount", "type": "double"},
                {"name": "gift", "type": "boolean"},
                {"name": "goods", "type": {"type": "array", "items": "string"}},
                {"name": "outcome", "type": "string"}]}
              """);

  private static final ObjectMapper JSON = new ObjectMapper();

  static OrderEvent of(final int number) {
    final SplittableRandom random = new SplittableRandom(number);
    final List<String> goods = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      goods.add("article-" + random.nextInt(200));
    }
    final int country = random.nextInt(40);
    final int visits = random.nextInt(30);
    final double odds = -2 + 0.05 * country + 0.05 * visits - 0.3 * goods.size();
    return new OrderEvent(
        "order-" + number,
        "country-" + country,
        "plan-" + random.nextInt(5),
        "device-" + random.nextInt(6),
        "referrer-" + random.nextInt(300),
        visits,
        random.nextInt(20_000) / 100.0,
        random.nextBoolean(),
        goods,
        random.nextDouble() < 1 / (1 + StrictMath.exp(-odds)) ? "yes" : "no");
  }

  byte[] json() {
    final ObjectNode event = JSON.createObjectNode().put("id", id);
    event.putObject("customer").put("country", country).put("plan", plan);
    event.put("device", device).put("referrer", referrer).put("visits", visits);
    event.put("amount", amount).put("gift", gift);
    final var list = event.putArray("goods");
    goods.forEach(list::add);
    try {
      return JSON.writeValueAsBytes(event.put("outcome", outcome));
    } catch (final IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  byte[] avro() {
    final GenericRecord customer = new GenericData.Record(SCHEMA.getField("customer").schema());
    customer.put("country", country);
    customer.put("plan", plan);
    final GenericRecord event = new GenericData.Record(SCHEMA);
    event.put("id", id);
    event.put("customer", customer);
    event.put("device", device);
    event.put("referrer", referrer);
    event.put("visits", visits);
    event.put("amount", amount);
    event.put("gift", gift);
    event.put("goods", goods);
    event.put("outcome", outcome);
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    final BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    try {
      new GenericDatumWriter<GenericRecord>(SCHEMA).write(event, encoder);
    } catch (final IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
