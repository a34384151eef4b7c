import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { whyNoNewFile, writeNewFile } from './new-file.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-new-file-'))
  file = join(folder, 'copy.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

async function* partsOf(...parts: readonly (string | (() => void))[]): AsyncGenerator<string> {
  for (const part of parts) {
    if (typeof part === 'string') yield part
    else part()
  }
}

test('the file has its name when it is whole, and is its owner’s alone', async () => {
  const look = () => expect(readdirSync(folder)).toEqual(['copy.json.part'])
  expect(await writeNewFile(file, partsOf('one ', look, 'two'))).toBe(true)
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['one two', 0o600])
  expect(readdirSync(folder)).toEqual(['copy.json'])
})

test.each(['copy.json', 'copy.json.part'])(
  '%s that is there stays as it is, and nothing is asked for',
  async (name) => {
    writeFileSync(join(folder, name), 'another')
    let isAsked = false
    expect(
      await writeNewFile(
        file,
        partsOf(() => void (isAsked = true)),
      ),
    ).toBe(false)
    expect([readFileSync(join(folder, name), 'utf8'), isAsked]).toEqual(['another', false])
  },
)

test('a link that waits under either name is not followed', async () => {
  const target = join(folder, 'of-somebody-else')
  symlinkSync(target, `${file}.part`)
  expect(await writeNewFile(file, partsOf('secret'))).toBe(false)
  rmSync(`${file}.part`)
  const swap = () => symlinkSync(target, file)
  expect(await writeNewFile(file, partsOf('secret', swap))).toBe(true)
  expect([existsSync(target), readFileSync(file, 'utf8')]).toEqual([false, 'secret'])
})

test('whoever puts another file in the place of the part reads nothing', async () => {
  const swap = () => {
    rmSync(`${file}.part`)
    writeFileSync(`${file}.part`, '', { mode: 0o644 })
  }
  await writeNewFile(file, partsOf('a ', swap, 'secret'))
  expect(readFileSync(file, 'utf8')).toBe('')
})

test('what fails or is stopped leaves nothing', async () => {
  const fail = () => {
    throw new Error('the database is away')
  }
  await expect(writeNewFile(file, partsOf('half', fail))).rejects.toThrow('away')
  const stop = new AbortController()
  const stopped = writeNewFile(
    file,
    partsOf('half', () => stop.abort(), 'more'),
    stop.signal,
  )
  await expect(stopped).rejects.toThrow('abort')
  expect(readdirSync(folder)).toEqual([])
})

test('a folder that is not there is no file', async () => {
  expect(await writeNewFile(join(folder, 'none', 'copy.json'), partsOf('x'))).toBe(false)
})

test('which of the names is taken is said, and otherwise that the file cannot be made', async () => {
  expect(await whyNoNewFile(join(folder, 'none', 'copy.json'))).toMatch(/none\/copy.json cannot be made/)
  expect(await whyNoNewFile('')).toMatch(/^A file without a name cannot be made/)
  writeFileSync(`${file}.part`, '')
  expect(await whyNoNewFile(file)).toBe(`${file}.part exists already: name another file.`)
  writeFileSync(file, '')
  expect(await whyNoNewFile(file)).toBe(`${file} exists already: name another file.`)
})
