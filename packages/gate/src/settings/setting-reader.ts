import type { ConfigProblem } from '@portico/program'

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** How a setting is read: what stands in for a missing one, and what a text must be. */
export interface SettingRule<Value> {
  readonly fallback: Value
  /** Undefined for a text that is not allowed. */
  readonly parse: (text: string) => Value | undefined
  /** What the text must be, such as "must be a whole number". */
  readonly expected: string
  readonly example: string
}

/** Reads settings one by one, and collects what is wrong. So the operator sees all problems at once. */
export interface SettingReader {
  /** The value of a setting. A wrong one is a problem, and its fallback stands in for it. */
  read<Value>(name: string, rule: SettingRule<Value>): Value
  /** Whether a setting is there and not empty. */
  has(name: string): boolean
  refuse(...problems: readonly ConfigProblem[]): void
  readonly problems: readonly ConfigProblem[]
  /** The names that were read. */
  readonly known: ReadonlySet<string>
}

/** Makes a reader. */
export function settingReader(environment: Environment): SettingReader {
  const problems: ConfigProblem[] = []
  const known = new Set<string>()
  const textOf = (name: string) => {
    known.add(name)
    return environment[name]?.trim() ?? ''
  }
  return {
    ...{ problems, known },
    has: (name) => textOf(name) !== '',
    refuse: (...more) => void problems.push(...more),
    read(name, { fallback, parse, expected, example }) {
      const text = textOf(name)
      if (text === '') return fallback
      const value = parse(text)
      if (value !== undefined) return value
      problems.push({ path: name, got: JSON.stringify(text), expected, fix: `set ${name}=${example}` })
      return fallback
    },
  }
}
