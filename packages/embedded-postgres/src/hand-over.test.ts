import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { handOver } from './hand-over.ts'
import { choosePlaces } from './places.ts'

const isRoot = process.getuid?.() === 0
const NOBODY = { uid: 65_534, gid: 65_534 }
const title = (name: string) => (isRoot ? name : `${name} (needs root)`)
const folders: string[] = []

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-hand-over-'))
  folders.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Puts a link in the place of the folder and takes it away again, as fast as it can. */
const SWAP = `
const { renameSync, symlinkSync, unlinkSync } = require('node:fs')
const [folder, victim] = process.argv.slice(1)
process.send('ready')
for (;;) try {
  renameSync(folder, folder + '.aside')
  symlinkSync(victim, folder)
  unlinkSync(folder)
  renameSync(folder + '.aside', folder)
} catch {}
`

// proves: threat-swapped-folder
describe('a folder of root for the user that runs PostgreSQL', () => {
  test.skipIf(!isRoot)(
    title('the user who gets a folder does not get another one by a link in its place'),
    async () => {
      const [shared, victim] = [openFolder(), openFolder()]
      chmodSync(shared, 0o1777)
      const folder = join(shared, 'socket')
      mkdirSync(folder)
      chownSync(folder, NOBODY.uid, NOBODY.gid)
      const swapper = spawn(process.execPath, ['-e', SWAP, folder, victim], {
        ...NOBODY,
        cwd: '/',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      await once(swapper, 'message')
      let given = 0
      // A swapper that waits for its core leaves the folder away for long.
      for (let tries = 0; tries < 20_000 || (given === 0 && tries < 5_000_000); tries += 1)
        try {
          handOver(folder, NOBODY)
          given += 1
        } catch {
          // The link, or nothing, was there.
        }
      swapper.kill('SIGKILL')
      await once(swapper, 'exit')
      expect(given).toBeGreaterThan(0)
      expect(statSync(victim).uid).toBe(0)
    },
  )

  test.skipIf(!isRoot)(title('a link, a file and a folder of somebody else are refused'), () => {
    const [home, victim] = [openFolder(), openFolder()]
    const link = join(home, 'link')
    symlinkSync(victim, link)
    const other = join(home, 'other')
    mkdirSync(other)
    chownSync(other, 12_345, 12_345)
    for (const folder of [link, other, '/etc/passwd', join(home, 'missing')])
      expect(() => handOver(folder, NOBODY)).toThrow(folder)
    expect([statSync(victim).uid, statSync(other).uid]).toEqual([0, 12_345])
  })

  test.skipIf(!isRoot)(
    title('for root, a socket whose path does not fit is where nobody else writes'),
    () => {
      const dataDir = join(openFolder(), 'long-'.repeat(20))
      const { socketDir, user } = choosePlaces(dataDir, () => undefined)
      folders.push(socketDir)
      const { uid, mode } = lstatSync(socketDir)
      expect([uid, mode & 0o777]).toEqual([user?.uid, 0o700])
      const parent = statSync(dirname(socketDir))
      expect([parent.uid, parent.mode & 0o022]).toEqual([0, 0])
    },
  )
})
