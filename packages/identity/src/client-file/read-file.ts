import { readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { FileFaults, ReadFileNeeds } from '../moments/index.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { CLIENT_FILE, type FileFields } from './client-file.ts'
import { type Entry, type Fault, parseText, type Tree } from './document.ts'
import { readSecrets } from './read-secrets.ts'
import type { Wanted } from './wanted.ts'

/** A file of some thousand programs is smaller. */
const MOST_BYTES = 1_048_576

/** Why a file is not carried out, and what it wants all the same, where it could be read as a whole. */
interface UnfitClients extends FileFaults {
  readonly wanted: Wanted | undefined
}

/** Reads a file of clients, with the secrets that it names. All faults are told, in the order of the file. */
export async function readClientFile(
  path: string,
  { environment }: ReadFileNeeds,
): Promise<Result<Wanted, UnfitClients>> {
  const text = await textOf(path)
  if (!text.ok) return refused({ says: [`The file ${path} ${text.refusal}.`], wanted: undefined })
  return readClientText(text.value, { path, environment })
}

/** Reads the text of such a file. */
export function readClientText(
  text: string,
  { path, environment }: ReadFileNeeds & { readonly path: string },
): Result<Wanted, UnfitClients> {
  const { tree, faults: unparsed, place } = parseText(text)
  const faults: Fault[] = [...unparsed]
  const fault = (one: Fault) => void faults.push(one)
  if (!tree && faults.length === 0) fault({ at: 0, says: 'The file is empty.' })
  const read = tree && CLIENT_FILE.read(tree, { fault, line: (at) => place(at).line })
  const clients = tree && read ? clientsOf(tree, read, { folder: dirname(path), environment, fault }) : []
  const remove = read ? removalsOf(read, fault) : []
  const say: Wanted['say'] = (found) =>
    found
      .toSorted((one, other) => one.at - other.at)
      .map(({ at, says }) => `${path}, line ${place(at).line}, column ${place(at).column}: ${says}`)
  const wanted = { clients, remove, faults, say }
  return faults.length === 0
    ? accepted(wanted)
    : refused({ says: say(faults), wanted: read ? wanted : undefined })
}

interface ReadClientsNeeds extends ReadFileNeeds {
  readonly folder: string
  readonly fault: (fault: Fault) => void
}

function clientsOf(
  tree: Tree,
  { clients = new Map() }: Partial<FileFields>,
  { folder, environment, fault }: ReadClientsNeeds,
): Wanted['clients'] {
  const secretOf = readSecrets({ fault, environment, resolve: (file) => resolve(folder, file) })
  const written = entriesOf(valueIn(tree, 'clients'))
  return [...clients].map(([clientId, { at, value: given }]) => ({
    ...{ clientId, at, given },
    unread: entriesOf(written.find((one) => one.at === at)?.value)
      .map(({ key }) => key)
      .filter((name) => !(name in given)),
    secrets: [...(given.secrets ?? new Map())].flatMap(([label, secret]) => secretOf(label, secret) ?? []),
  }))
}

function entriesOf(tree: Tree | undefined): readonly Entry[] {
  return tree?.kind === 'map' ? tree.entries : []
}

function valueIn(tree: Tree, name: string): Tree | undefined {
  return entriesOf(tree).find(({ key }) => key === name)?.value
}

/** A client that is to be there and to be removed is neither. */
function removalsOf(
  { clients, remove = [] }: Partial<FileFields>,
  fault: (fault: Fault) => void,
): readonly string[] {
  remove.forEach(({ value, at }, index) => {
    const id = JSON.stringify(value)
    if (clients?.has(value))
      fault({ at, says: `The client ${id} stands among those that are to be there, too.` })
    if (remove.findIndex((one) => one.value === value) < index)
      fault({ at, says: `The client ${id} is given twice.` })
  })
  return remove.map(({ value }) => value)
}

async function textOf(path: string): Promise<Result<string, string>> {
  try {
    const about = await stat(path)
    if (!about.isFile()) return refused('is not a regular file')
    if (about.size > MOST_BYTES) return refused('is larger than 1 MiB')
    return accepted(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)))
  } catch (error) {
    if (error instanceof TypeError) return refused('is not in UTF-8')
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    return refused(code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`)
  }
}
