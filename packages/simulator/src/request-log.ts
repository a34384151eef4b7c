/** One request of a program, as the simulator saw it. */
export interface LoggedRequest {
  readonly number: number
  /** Milliseconds since 1970, by the simulator's clock. */
  readonly atMilliseconds: number
  readonly method: string
  readonly path: string
  /** How the caller authenticated: the scheme alone. */
  readonly scheme: string
  /** 0 where the connection ended without a whole answer. */
  readonly status: number
  /** The parameters that the program sent. Only the API shows all values. */
  readonly form: Readonly<Record<string, string>>
  /** The faults that the answer has. */
  readonly faults: readonly string[]
  /** The tokens of the answer. They work only here, and only the API shows them. */
  readonly issued: Readonly<Record<string, string>>
  /** The claims of the ID token, or the members of an answer about a token or a citizen. */
  readonly claims: Readonly<Record<string, unknown>>
  /** The rule that the request broke, in a sentence. Empty where it broke none. */
  readonly rule: string
}

/** What is noted about a request before its answer is sent. */
export type Note = Partial<Pick<LoggedRequest, 'form' | 'faults' | 'issued' | 'claims' | 'rule'>>

/** The last requests of programs. */
export interface RequestLog {
  /** A number for a request that has come. */
  begin(): number
  /** Adds to what is known of a request that is being answered. */
  note(number: number, note: Note): void
  /** Writes down an answered request. */
  add(request: Omit<LoggedRequest, keyof Note>, note?: Note): void
  /** The requests after this number, in the order of their answers. */
  list(after?: number): readonly LoggedRequest[]
}

const MOST_REQUESTS = 500

/** Makes an empty log. */
export function createRequestLog(onRequest: (request: LoggedRequest) => void): RequestLog {
  const notes = new Map<number, Note>()
  const requests: LoggedRequest[] = []
  let count = 0
  return {
    begin: () => (count += 1),
    note: (number, note) => void notes.set(number, merged(notes.get(number), note)),
    add(request, note = {}) {
      const known = merged(notes.get(request.number), note)
      notes.delete(request.number)
      const whole = { ...request, form: {}, faults: [], issued: {}, claims: {}, rule: '', ...known }
      requests.push(whole)
      if (requests.length > MOST_REQUESTS) requests.shift()
      onRequest(whole)
    },
    list: (after = 0) => requests.filter(({ number }) => number > after),
  }
}

function merged(one: Note = {}, other: Note): Note {
  return { ...one, ...other, faults: [...(one.faults ?? []), ...(other.faults ?? [])] }
}
