import { globSync } from 'node:fs'

const ROOMS = new URL('../../', import.meta.url)

/** The fixtures of this name that rooms have, so that what a room adds is tried without being named elsewhere. */
export async function fixturesOf<Fixture>(name: string): Promise<readonly Fixture[]> {
  const files = globSync(`*/${name}.fixture.ts`, { cwd: ROOMS }).toSorted()
  return Promise.all(files.map((file): Promise<Fixture> => import(new URL(file, ROOMS).href)))
}
