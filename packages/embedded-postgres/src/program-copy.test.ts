import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BinaryPackage, copyOf } from './program-copy.ts'

let folder: string
let source: BinaryPackage
let target: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-copy-'))
  target = join(folder, 'copies')
  // As npm installs it with a umask that forbids others to read.
  const native = join(folder, 'package', 'native')
  for (const name of ['bin', 'lib']) mkdirSync(join(native, name), { recursive: true, mode: 0o700 })
  writeFileSync(join(native, 'bin', 'postgres'), 'program', { mode: 0o700 })
  writeFileSync(join(native, 'lib', 'libpq.so.5.18'), 'library', { mode: 0o600 })
  symlinkSync('libpq.so.5.18', join(native, 'lib', 'libpq.so.5'))
  const links = ['libpq.so', 'libpq.so.5'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }))
  source = { folder: join(folder, 'package'), version: '18.4.0', links }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (...path: string[]) => lstatSync(join(...path)).mode & 0o777

test('a copy can be read by every user and changed by nobody else, whatever the modes of the original are', () => {
  const copy = copyOf(source, [target])
  for (const name of ['.', 'native', 'native/bin', 'native/lib', 'native/bin/postgres'])
    expect([name, modeOf(copy, name)]).toEqual([name, 0o755])
  expect(modeOf(copy, 'native/lib/libpq.so.5.18')).toBe(0o644)
})

test('a copy has every link, also those that npm could not make', () => {
  const copy = copyOf(source, [target])
  for (const name of ['libpq.so', 'libpq.so.5'])
    expect(readFileSync(join(copy, 'native/lib', name), 'utf8')).toBe('library')
})

test('a complete copy is used as it is; one that lost a file is made anew, and nothing is left beside it', () => {
  const copy = copyOf(source, [target])
  const { ino } = lstatSync(copy)
  expect(copyOf(source, [target])).toBe(copy)
  expect(lstatSync(copy).ino).toBe(ino)
  rmSync(join(copy, 'native/bin/postgres'))
  expect(readFileSync(join(copyOf(source, [target]), 'native/bin/postgres'), 'utf8')).toBe('program')
  expect(readdirSync(target)).toHaveLength(1)
})

test('a copy that other users may change is refused: it could hold anything', () => {
  chmodSync(copyOf(source, [target]), 0o777)
  expect(() => copyOf(source, [target])).toThrow('belongs to another user or is open to others')
})

test('the first folder that can be written is taken; where none can, the refusal names them', () => {
  writeFileSync(join(folder, 'file'), '')
  const blocked = join(folder, 'file', 'copies')
  expect(copyOf(source, [blocked, target])).toContain(target)
  expect(() => copyOf(source, [blocked])).toThrow(
    `must copy PostgreSQL's programs to ${blocked}, but may not write there`,
  )
})
