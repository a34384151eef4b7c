import { expect, test } from 'vitest'
import { endFlow, type Flow, openFlows, safeReturnTo, storeFlow } from './flow.ts'
import { placeInMemory } from './storage.ts'

const START = Date.parse('2026-01-01T10:00:00Z')

function flowsAt(startedAt: number) {
  const clock = { now: startedAt }
  const flows = placeInMemory<readonly Flow[]>()
  const exclusive = <Value>(_name: string, work: () => Promise<Value>) => work()
  const needs = { flows, exclusive, now: () => clock.now }
  const begin = async (verifier: string) =>
    storeFlow(needs, { verifier, returnTo: null, startedAt: clock.now })
  const verifiers = async () => (await openFlows(needs)).map(({ verifier }) => verifier)
  return { needs, clock, begin, verifiers }
}

test('32 flows are remembered, newest first, and the oldest of 33 is forgotten', async () => {
  const { begin, verifiers, clock } = flowsAt(START)
  const begun = Array.from({ length: 33 }, (_, n) => `flow ${n}`)
  for (const verifier of begun) {
    clock.now += 1
    await begin(verifier)
  }
  expect(await verifiers()).toEqual(begun.slice(1).reverse())
})

// proves: program-4.3.1-app-verifier, program-8-pending-10-minutes
test('a flow is over after ten minutes, as it is for the program (contract 8)', async () => {
  const { begin, verifiers, clock } = flowsAt(START)
  await begin('slow')
  clock.now += 599_999
  expect(await verifiers()).toEqual(['slow'])
  clock.now += 1
  expect(await verifiers()).toEqual([])
})

// proves: threat-clock-jumps
test('a clock that was set back does not keep a flow alive', async () => {
  const { begin, verifiers, clock } = flowsAt(START)
  await begin('ahead')
  clock.now -= 600_000
  expect(await verifiers()).toEqual([])
})

// proves: program-4.3.1-app-verifier
test('the flow that came back is forgotten, and the others are not', async () => {
  const { needs, begin, verifiers } = flowsAt(START)
  await begin('mine')
  await begin('other')
  const mine = (await openFlows(needs)).at(-1)
  if (mine) await endFlow(needs, mine)
  expect(await verifiers()).toEqual(['other'])
})

test('a stored value that is not a list of flows counts as none', async () => {
  const { needs, verifiers } = flowsAt(START)
  await needs.flows.write(JSON.parse('"scribble"'))
  expect(await verifiers()).toEqual([])
})

test.each([
  '/',
  '/permits',
  '/permits?sort=new#top',
  '/go?to=https://permits.example//x',
  '/.well-known/x',
  '/ä ö',
])('a citizen may return to %s', (path) => {
  expect(safeReturnTo(path)).toBe(path)
})

// proves: threat-app-return-redirect
test.each([
  undefined,
  '',
  'permits',
  './permits',
  '?next=1',
  'https://evil.example/',
  'javascript:alert(1)',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/permits\\..\\..',
])('a citizen may not return to %j', (path) => {
  expect(safeReturnTo(path)).toBeNull()
})

// proves: threat-app-return-redirect
test('every accepted path leads to this site (checked with the URL parser of browsers)', () => {
  const pieces = ['/', '\\', '.', '..', '\t', 'evil.example', '@', ':', '?', '#', '%2f', ' ']
  const tries = pieces.flatMap((a) =>
    pieces.flatMap((b) => pieces.flatMap((c) => pieces.map((d) => `/${a}${b}${c}${d}`))),
  )
  const passed = tries.filter((path) => safeReturnTo(path) !== null)
  expect(passed.length).toBeGreaterThan(100)
  const strays = passed.filter((path) => {
    const { origin, pathname } = new URL(path, 'https://permits.example')
    return (
      origin !== 'https://permits.example' || new URL(pathname, 'https://permits.example').origin !== origin
    )
  })
  expect(strays).toEqual([])
})
