import { join } from 'node:path'
import { IDENTITY, PROGRAM } from '../../../plan.ts'
import { sortTests } from '../../../scripts/test-projects.ts'

const ROOT = join(import.meta.dirname, '../../..')
const STORE = `${PROGRAM.src}/store/`
/** MariaDB's statements run in tests of the world. */
const MARIADB = `${STORE}mysql/`

/** The test files of a room, those of what uses it (the rooms above it, and the files beside all rooms), and all others. */
export interface RoomTests {
  readonly own: readonly string[]
  readonly above: readonly string[]
  readonly others: readonly string[]
}

/** It reads what every test imports, which takes a second. */
let sorted: ReturnType<typeof sortTests> | undefined

/**
 * Two kinds are left out: the tests with a browser, which take long and ask little of single statements, and those that start other
 * processes, where nothing notes what they run.
 */
export function testsOfRoom(file: string): RoomTests {
  const { pure, database, world } = (sorted ??= sortTests(ROOT))
  const all = [...pure, ...database, ...world.filter((path) => path.startsWith(MARIADB))].filter(
    (path) => !/process(es)?\.test\.ts$/.test(path),
  )
  if (file.startsWith(STORE)) {
    const own = all.filter((path) => path.startsWith(STORE))
    const above = all.filter((path) => path.startsWith(`${PROGRAM.src}/`) && !own.includes(path))
    return { own, above, others: [] }
  }
  const folderOf = (path: string) => path.slice(IDENTITY.src.length + 1).split('/')
  const inIdentity = all.filter((path) => path.startsWith(`${IDENTITY.src}/`))
  const room = folderOf(file)[0] ?? ''
  const above = Object.entries(IDENTITY.rooms)
    .filter(([, { looksDownOn }]) => looksDownOn.includes(room))
    .map(([name]) => name)
  const isAbove = (path: string) => {
    const folder = folderOf(path)
    return folder.length === 1 || above.includes(folder[0] ?? '')
  }
  const own = inIdentity.filter((path) => folderOf(path)[0] === room && folderOf(path).length > 1)
  const others = inIdentity.filter((path) => !own.includes(path) && !isAbove(path))
  return { own, above: inIdentity.filter(isAbove), others }
}
