/** A change of the tree that a page shows: a comment says where, and the block of code below it is what stands there then. */
export interface ShownChange {
  readonly path: string
  readonly code: string
  /** `file`: the whole file. Otherwise the line with this text. */
  readonly how: { readonly kind: 'file' } | { readonly kind: 'after' | 'in place of'; readonly line: string }
}

const BLOCK = /^```(\w*).*\n([\s\S]*?)^```$/gm
const MARK = /<!-- (?:file|(after|in place of) "(.+)" in) (\S+) -->\n$/

/** A room's file is named as from its folder of rooms. */
const IN_ROOT = /^(?:docs|packages)\/|^plan\.ts$/
const ROOMS = 'packages/identity/src/'

/** The changes of a page, in their order, and its blocks of TypeScript that say no place. */
export function changesOf(page: string): {
  readonly changes: readonly ShownChange[]
  readonly without: readonly string[]
} {
  const changes: ShownChange[] = []
  const without: string[] = []
  for (const block of page.matchAll(BLOCK)) {
    const [, language = '', code = ''] = block
    const mark = MARK.exec(page.slice(0, block.index))
    if (mark) changes.push(...changesAt(mark, code))
    else if (language === 'ts') without.push(code)
  }
  return { changes, without }
}

/** The commands that a page says to run, each block in a shell of its own. */
export function commandsOf(page: string): readonly string[] {
  return [...page.matchAll(/^<!-- run -->\n```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
}

/** `{a,b}` in a path stands for several. */
function changesAt([, kind, line = '', place = '']: RegExpExecArray, code: string): readonly ShownChange[] {
  const isFile = kind !== 'after' && kind !== 'in place of'
  const how: ShownChange['how'] = isFile ? { kind: 'file' } : { kind, line }
  const [before = '', several, after = ''] = place.split(/\{(.+)\}/)
  const places = several === undefined ? [place] : several.split(',').map((one) => before + one + after)
  return places.map((path) => ({ path: IN_ROOT.test(path) ? path : ROOMS + path, code, how }))
}

/** The file after the change. Without `text` there is no file yet. Throws where the page is wrong about it. */
export function changed(text: string | undefined, { path, code, how }: ShownChange): string {
  if (how.kind === 'file') {
    if (text !== undefined) throw new Error(`${path} is there already`)
    return code
  }
  const lines = (text ?? '').split('\n')
  const at = lines.findIndex((line) => line.includes(how.line))
  if (at === -1) throw new Error(`${path} has no line with ${how.line}`)
  const old = how.kind === 'after' ? 0 : lengthOf(lines.slice(at))
  const rest = lines.slice(at + (how.kind === 'after' ? 1 : old))
  const until = how.kind === 'after' ? at + 1 : at
  return [...lines.slice(0, until), code.replace(/\n$/, ''), ...rest].join('\n')
}

/** A function goes to its end. Everything else is one line. */
function lengthOf([first = '', ...more]: readonly string[]): number {
  return /^(?:export )?(?:async )?function /.test(first) ? more.indexOf('}') + 2 : 1
}
