/** One instruction of a Dockerfile, without line continuations. */
export interface Instruction {
  readonly name: string
  readonly text: string
}

/** One stage: from its FROM to the next one. */
export interface Stage {
  /** What `AS` calls it; `''` where it has no name. */
  readonly name: string
  readonly base: string
  readonly instructions: readonly Instruction[]
}

/** The instructions of a Dockerfile before its first FROM, and its stages. */
export interface Dockerfile {
  readonly head: readonly Instruction[]
  readonly stages: readonly Stage[]
}

/** Reads a Dockerfile. */
export function readDockerfile(text: string): Dockerfile {
  const [head = [], ...rest] = splitBeforeFrom(instructionsOf(text))
  return { head, stages: rest.map(([from, ...instructions]) => ({ ...stageOf(from?.text), instructions })) }
}

function instructionsOf(text: string): readonly Instruction[] {
  const lines = text.split('\n').filter((line) => !/^\s*(#|$)/.test(line))
  const joined = lines.join('\n').replace(/\\\n\s*/g, '')
  return Array.from(joined.matchAll(/^\s*([A-Z]+)\s+(.*)$/gm), ([, name = '', rest = '']) => ({
    name,
    text: rest,
  }))
}

function splitBeforeFrom(instructions: readonly Instruction[]): readonly (readonly Instruction[])[] {
  const parts: Instruction[][] = [[]]
  for (const one of instructions) {
    if (one.name === 'FROM') parts.push([])
    parts.at(-1)?.push(one)
  }
  return parts
}

function stageOf(from = ''): Pick<Stage, 'name' | 'base'> {
  const [base = '', , name = ''] = from.split(/\s+/)
  return { name, base }
}

/** The texts of all instructions with this name. */
export function textsOf(stage: Stage | undefined, name: string): readonly string[] {
  return (stage?.instructions ?? []).filter((one) => one.name === name).map(({ text }) => text)
}

/** The value of an instruction in JSON form, such as `CMD ["serve"]`. */
export function jsonOf(stage: Stage | undefined, name: string): readonly string[] {
  const text = textsOf(stage, name).at(-1) ?? '[]'
  return JSON.parse(text.slice(text.indexOf('['))) as string[]
}

/** The variables that ENV sets. */
export function environmentOf(stage: Stage | undefined): Readonly<Record<string, string>> {
  const pairs = textsOf(stage, 'ENV').flatMap((text) => text.split(/\s+/))
  return Object.fromEntries(pairs.map((pair) => [pair.split('=')[0], pair.slice(pair.indexOf('=') + 1)]))
}
