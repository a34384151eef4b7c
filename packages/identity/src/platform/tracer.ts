/** What is known of a step. No value is secret or personal: no addresses, queries, parameters or tokens. */
export type TraceFields = Readonly<Record<string, string | number | boolean>>

/** A step of work. */
export interface Step {
  readonly name: string
  readonly fields: TraceFields
}

/** One request in its trace. */
export interface RequestSpan {
  readonly traceId: string
  /** Runs work as part of the request. */
  run<Value>(work: () => Value): Value
  /** The request is answered. */
  end(step: Step, outcome: 'answered' | 'failed'): void
}

/** Who does something now: a request, or nobody. */
export type Asker = object | undefined

/** Records what requests do, and sends it to a collector. Without a tracer, nothing is recorded. */
export interface Tracer {
  /** Begins the span of a request, in the trace of its header `traceparent`. */
  beginRequest(traceparent: string | undefined): RequestSpan
  /** Runs a call to another server as a part of the request that asks. Nothing is recorded where none asks. */
  step<Value>(step: Step, work: () => Promise<Value>): Promise<Value>
  /** Runs such a call as a trace of its own. */
  alone<Value>(step: Step, work: () => Promise<Value>): Promise<Value>
  /** The request that asks now. */
  asker(): Asker
  /** Runs work for all of these: the first one has it in its trace, and it has links to the traces of the others. */
  forAll<Value>(askers: readonly Asker[], work: () => Value): Value
  /** The trace of the request that asks now. */
  traceId(): string | undefined
  /** Sends what is left. */
  close(): Promise<void>
}
