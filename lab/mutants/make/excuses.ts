import type ts from 'typescript'
import { outermost } from './places.ts'

/** `// excused: "ended_at is null" because the caller has locked the row and found it open.` */
const EXCUSE = /(?:\/\/|\*) excused: "([^"]+)" because ([^\n]+?)\s*(?:\*\/)?$/gm

/** One comment that excuses what it names. */
export interface Excuse {
  readonly what: string
  readonly because: string
}

/** Every excuse in a text. What it names is written as the source has it, on one line. */
export function excusesIn(text: string): readonly Excuse[] {
  return Array.from(text.matchAll(EXCUSE), ([, what = '', because = '']) => ({ what, because }))
}

/** Why nothing has to fail without a part of a statement, by a comment in or above the function around it. */
export function excuseFor(node: ts.Node, what: string): string | undefined {
  const around = outermost(node).getFullText()
  return excusesIn(around).find((one) => one.what === what)?.because
}

/** The excuses of a file that excuse nothing that is made of it. */
export function idleExcuses(source: string, named: readonly string[]): readonly Excuse[] {
  return excusesIn(source).filter(({ what }) => !named.includes(what))
}
