package org.majorant.acceptance.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupNotEmptyException;
import org.majorant.acceptance.broker.OperatorRun;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.acceptance.learn.LearnerProcess;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.spec.SpecFile;
import org.majorant.store.Topics;
import org.majorant.stream.LearnerApplication;

/** A broker and learners, each a process, which learn what is sent all the time. */
final class LiveSystem implements AutoCloseable {
  /** Longer examples are rejected. */
  static final int MAX_EXAMPLE_BYTES = 50_000;

  /** How long anything may take: a busy machine is no fault. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Path dir;
  private final Story story;
  private final Input input;
  private final ModelSpec spec;
  private final Path specFile;
  private final List<LearnerProcess> learners = new ArrayList<>();
  private final List<LearnerProcess> guests = new ArrayList<>();
  private final Map<LearnerProcess, SmallDisk> stateDisks = new HashMap<>();
  private final List<SmallDisk> disks = new ArrayList<>();
  private final SortedMap<Integer, List<Long>> deletions = new TreeMap<>();
  private SmallDisk brokerDisk;
  private BrokerProcess broker;
  private Admin admin;
  private VersionWatch versions;
  private Input.Sending sending;
  private boolean kept;

  /** Nothing runs yet. */
  LiveSystem(final Path dir, final Story story) throws IOException {
    this.dir = dir;
    this.story = story;
    input = story.input();
    spec = SpecFile.read(input.yaml());
    specFile = Files.writeString(dir.resolve("spec.yaml"), input.yaml());
  }

  /** Starts all, and returns when each partition has been learned from. */
  void start() throws Exception {
    if (story.has(BrokerFault.DISK_FULL)) {
      brokerDisk = mount(dir.resolve("broker"));
    }
    startBroker();
    admin = Admin.create(client());
    input.createTopics(admin);
    versions = new VersionWatch(client(), spec.getModel());
    sending = input.send(broker.bootstrapServers());
    for (int i = 1; i <= story.learners(); i++) {
      learners.add(learner(Integer.toString(i)));
    }
    versions.await("a version of all", lineage -> lineage.size() == story.partitions());
  }

  private LearnerProcess learner(final String name) throws IOException {
    final SmallDisk disk =
        story.has(LearnerFault.DISK_FULL) || story.has(LearnerFault.DISK_READ_ONLY)
            ? mount(LearnerProcess.stateDir(dir, name))
            : null;
    final LearnerProcess learner =
        new LearnerProcess(
            dir,
            specFile,
            broker.bootstrapServers(),
            name,
            "--value-format",
            story.encoding().format().toString(),
            "--max-example-bytes",
            Integer.toString(MAX_EXAMPLE_BYTES),
            "--join-memory",
            disk == null ? "6" : "600"); // some of what waits is spilled, but not to a full disk
    stateDisks.put(learner, disk);
    return learner;
  }

  private SmallDisk mount(final Path place) throws IOException {
    final SmallDisk disk = new SmallDisk(place);
    disks.add(disk);
    return disk;
  }

  /** How to reach the broker. */
  Map<String, Object> client() {
    return Map.of("bootstrap.servers", broker.bootstrapServers());
  }

  Story story() {
    return story;
  }

  ModelSpec spec() {
    return spec;
  }

  BrokerProcess broker() {
    return broker;
  }

  /** Starts it, or starts it again. */
  void startBroker() {
    broker = ShortLivedBroker.start(dir.resolve("broker"));
  }

  /** Its disk, in stories of a full one. */
  SmallDisk brokerDisk() {
    return brokerDisk;
  }

  List<LearnerProcess> learners() {
    return learners;
  }

  /** The disk of its state, in stories of one that is full or read-only. */
  SmallDisk disk(final LearnerProcess learner) {
    return stateDisks.get(learner);
  }

  VersionWatch versions() {
    return versions;
  }

  Admin admin() {
    return admin;
  }

  /** Up to where retention deleted each partition, each time. */
  Map<Integer, List<Long>> deletions() {
    return deletions;
  }

  void joinTwo() throws Exception {
    for (final String name : List.of("guest-1", "guest-2")) {
      guests.add(learner(name));
    }
  }

  void partFromTwo() throws InterruptedException {
    for (final LearnerProcess guest : guests) {
      guest.stop();
    }
  }

  /** Waits until records of a version are on the topic that are not committed yet. */
  void awaitOpenPublication() throws Exception {
    final TopicPartition models = new TopicPartition(Topics.MODELS, 0);
    await(
        "an open publication",
        () ->
            end(models, IsolationLevel.READ_COMMITTED)
                < end(models, IsolationLevel.READ_UNCOMMITTED));
  }

  /** Removes the learners' group with its offsets; all must be stopped. */
  void removeGroup() throws Exception {
    await(
        "the group without members",
        () -> {
          try {
            admin.deleteConsumerGroups(List.of(LearnerApplication.applicationId(spec))).all().get();
            return true;
          } catch (final ExecutionException e) {
            if (e.getCause() instanceof GroupNotEmptyException) {
              return false;
            }
            throw e;
          }
        });
  }

  /** Deletes all that is on the input topic now, as retention does. */
  void deleteInput() throws Exception {
    final Map<TopicPartition, RecordsToDelete> ends = new HashMap<>();
    for (final TopicPartition partition : input()) {
      final long end = end(partition, IsolationLevel.READ_UNCOMMITTED);
      ends.put(partition, RecordsToDelete.beforeOffset(end));
      deletions.computeIfAbsent(partition.partition(), p -> new ArrayList<>()).add(end);
    }
    admin.deleteRecords(ends).all().get();
  }

  /** Sends no more, waits until all is learned, and says how it stands. */
  String finish() throws Exception {
    final long sent = sending.finish();
    input.awaitLearned(this, sent);
    return input.verdict(this, sent);
  }

  /** Where the topic that is learned from ends. */
  List<PartitionOffset> ends() throws Exception {
    final List<PartitionOffset> ends = new ArrayList<>();
    for (final TopicPartition partition : input()) {
      ends.add(
          new PartitionOffset(
              partition.partition(), end(partition, IsolationLevel.READ_UNCOMMITTED)));
    }
    return ends;
  }

  /** Verifies the newest version as an operator does. */
  OperatorRun verify() {
    return OperatorRun.of(broker, "models", "lineage", spec.getModel(), "--verify");
  }

  private List<TopicPartition> input() {
    return IntStream.range(0, story.partitions())
        .mapToObj(p -> new TopicPartition(input.learned(), p))
        .toList();
  }

  private long end(final TopicPartition partition, final IsolationLevel isolation)
      throws ExecutionException, InterruptedException {
    return admin
        .listOffsets(Map.of(partition, OffsetSpec.latest()), new ListOffsetsOptions(isolation))
        .partitionResult(partition)
        .get()
        .offset();
  }

  /**
   * Starts a learner, and waits until it has looked at its disk: it says that it learns, or why
   * not.
   */
  static void startUntilItSpeaks(final LearnerProcess learner) throws Exception {
    final long said = learner.log().lines().count();
    learner.start();
    await("a word of the learner", () -> learner.log().lines().count() > said);
  }

  /** Waits until something holds. */
  static void await(final String what, final Callable<Boolean> condition) throws Exception {
    final long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("%s: not within %s".formatted(what, PATIENCE));
      }
      Thread.sleep(20);
    }
  }

  /** Deletes what is in a directory, and not the directory, which may be a disk. */
  static void empty(final Path dir) throws IOException {
    final List<Path> paths;
    try (Stream<Path> walk = Files.walk(dir)) {
      paths = walk.filter(path -> !path.equals(dir)).sorted(Comparator.reverseOrder()).toList();
    }
    for (final Path path : paths) {
      Files.delete(path);
    }
  }

  /** When it is closed, the disks in memory are copied to where they were. */
  void keep() {
    kept = true;
  }

  /** Ends all processes, those that stand still, too. */
  @Override
  public void close() throws IOException {
    learners.forEach(LearnerProcess::close);
    guests.forEach(LearnerProcess::close);
    if (sending != null) {
      sending.close();
    }
    if (versions != null) {
      versions.close();
    }
    if (admin != null) {
      admin.close(Duration.ZERO);
    }
    if (broker != null) {
      broker.kill();
    }
    for (final SmallDisk disk : disks) {
      disk.close(kept);
    }
  }
}
