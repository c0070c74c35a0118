/** A ModelHead of model.avdl, decoded by avsc with longs as BigInt. */
export interface ModelHead {
  model: string;
  version: bigint;
  spec: { labels: string[]; task: string; features: object; l2: number; latent?: number };
  /** 0: each feature has a scale of its own. */
  commonSquare: number;
  members: Member[];
}

/** One of several ways to read the same parameters; all predict together. */
export interface Member {
  prior: number;
  temperature: number;
  weight: number;
  weights: Buffer | null;
  /** Of its memory, in examples; 0: the memory of the version's parameters, which forgets nothing. */
  halfLife?: number;
}

/** A point, as a line of `--format jsonl`: its features by name or by index. */
export type Example = { logPrior?: number[]; label?: unknown } & (
  | { features: Record<string, number | string | boolean | null> }
  | { vector: { indices: number[]; values?: number[] } }
);

export interface Prediction {
  version: number;
  /** The most probable label. */
  label: string;
  probabilities: Record<string, number>;
}

/** Says in one line why an example cannot be predicted. */
export class Rejected extends Error {
  /** A symbol of the enum Rejection in dead-letter.avdl. */
  readonly reason: string;
}

/** The example on a line of `--format jsonl`. Throws Rejected where the line is none. */
export function readExample(line: string): Example;

/** One version of a multiclass model. Immutable. */
export class Model {
  /**
   * @param head its head
   * @param data its blocks, joined
   * @param before the version that a delta changes
   */
  constructor(head: ModelHead, data: Buffer, before?: Model);
  readonly version: number;
  readonly labels: string[];
  /** The hash of all parameters, as the head has it in `state`. */
  get state(): bigint;
  /** Throws Rejected where the example does not fit the model. */
  predict(example: Example): Prediction;
}
