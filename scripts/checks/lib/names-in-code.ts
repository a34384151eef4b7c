import { posix } from 'node:path'
import { namesIn } from './page-tables.ts'
import { fileAt, filesBelow } from './source-files.ts'

/** A name that a sentence follows, as in every list of metrics: `'portico_mail_up', 'Whether …'`. */
const METRIC = /'(portico_[a-z_]+)',\s*(?:help: )?['"`][A-Z]/g

/** The metrics that a package counts itself, without those of Node. */
export function metricsOf(folder: string): readonly string[] {
  return found([folder], METRIC)
}

/** What `/readyz` looks at. */
export function dependencies(): readonly string[] {
  return found(['packages/identity/src'], /\{ name: '([a-z]+)', counts: (?:true|false)/g)
}

/** Why an answer with a passkey signs nobody in; none where the room of the passkeys is not there. */
export function passkeyFaults(): readonly string[] {
  const [text = ''] = found(['packages/identity/src/passkeys'], /\ntype Fault =((?:\s+\| '[a-z-]+')+)/g)
  return [...text.matchAll(/'([a-z-]+)'/g)].flatMap(([, name = '']) => name)
}

/** What the service logs. Two names are chosen before the call. */
export function logEventsOfService(): readonly string[] {
  const src = 'packages/identity/src'
  const calls = found([src], /(?:\blog\??\.(?:info|warn|error)|\bwarn)\(([^,{)]*')/g)
  const chosen = found([src], /const problem = .* \? ('[a-z-]+' : '[a-z-]+')/g)
  const said = found([src], /\blineOf\('[a-z]+', ('[a-z-]+')/g)
  return namesWithin([...calls, ...chosen, ...said])
}

/** What a program package or the gate logs. */
export function logEventsOf(folder: string): readonly string[] {
  const calls = found([folder], /(?:\.log|\bsayFault|\bwrite)\((?:[^,(]*, *)?'([a-z_]+)'/g)
  const levels = new Set(['debug', 'info', 'warn', 'error'])
  return calls.filter((name) => !levels.has(name))
}

/** What a program is told by `hooks.onEvent`. */
export function programEvents(): readonly string[] {
  return namesWithin(found(['packages/program/src'], /readonly type: ('[a-z_]+'(?: \| '[a-z_]+')*)/g))
}

/** The errors of OAuth that the service answers. */
export function oauthErrors(): readonly string[] {
  return found(
    ['packages/identity/src/oauth', 'packages/identity/src/ended-feed', 'packages/identity/src/access'],
    /(?:errorBody\(|: \[|^ {2}(?:unavailable|'[a-z-]+'): )'([a-z]+(?:_[a-z]+)+)',(?! '[a-z_]+')/gm,
  )
}

/** Every code that the service, a program, the app or the gate answers. */
export function codesInCode(): readonly string[] {
  const unions: readonly (readonly [string, string])[] = [
    ['packages/identity/src/citizens/read-fields.ts', 'FieldProblem'],
    ['packages/identity/src/citizens/name.ts', 'TextProblem'],
    ['packages/program/src/wire.ts', 'ProgramErrorCode'],
    ['packages/program/src/wire.ts', 'SsoErrorParam'],
    ['packages/app/src/problems.ts', 'SsoProblemCode'],
    ['packages/gate/src/reverse-proxy/gate-words.ts', 'GateProblem'],
  ]
  const members = unions.flatMap(([file, union]) => membersOf(file, union))
  return [...new Set([...oauthErrors(), ...members])]
}

/** The members of a union of literals, by its name and its file. */
export function membersOf(file: string, union: string): readonly string[] {
  const [, members = ''] =
    new RegExp(`type ${union} =((?:\\s*\\|?\\s*(?:'[a-z_]+'|\\w+)(?=\\s|$))+)`).exec(fileAt(file).text) ?? []
  return namesWithin([members])
}

const namesWithin = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.flatMap((text) => Array.from(text.matchAll(/'([a-z_-]+)'/g), ([, name = '']) => name))),
]

/** What each door of a package exports, without its types, by the end of its name: `express`; `` for the first one. */
export async function exportsByDoor(folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { exports } = JSON.parse(fileAt(`${folder}/package.json`).text) as {
    readonly exports: Readonly<Record<string, string>>
  }
  const doors = Object.entries(exports).map(async ([door, path]) => {
    const file = new URL(`../../../${posix.join(folder, path)}`, import.meta.url)
    const exported: object = await import(file.href)
    return [door.replace(/^\.\/?/, ''), Object.keys(exported)] as const
  })
  return new Map(await Promise.all(doors))
}

/** The names in backticks in this text that are no page and stand nowhere in the code. Ids of threats have a check of their own. */
export function namesNowhere(text: string): readonly string[] {
  const code = filesBelow(['packages'], (path) => /(?<!\.test)\.(?:ts|sql|json)$/.test(path))
  const all = [fileAt('plan.ts'), ...code].map((file) => `${file.path}\n${file.text}`).join('\n')
  const names = [...namesIn(text)].filter(
    (name) => /^[\w@./-]*\w$/.test(name) && !/^(?:docs\/|threat-)/.test(name),
  )
  return names.filter(
    (name) => !new RegExp(`(?<![\\w-])${name.replaceAll(/[./]/g, '\\$&')}(?![\\w-])`).test(all),
  )
}

function found(folders: readonly string[], pattern: RegExp): readonly string[] {
  const sources = filesBelow(folders, (path) => /(?<!\.(?:test|fixture))\.ts$/.test(path))
  const names = sources.flatMap(({ text }) => Array.from(text.matchAll(pattern), ([, name = '']) => name))
  return [...new Set(names)]
}
