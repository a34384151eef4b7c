import type { Client } from './client.ts'

/** What citizens are told about a program. */
export interface Program {
  /** In the language of the page. */
  readonly name: string
  /** The page of the program where its citizen goes on. */
  readonly home: string
}

/** A program as the readers of a language see it. */
export function programIn(client: Client, language: string): Program {
  const inLanguage = Object.entries(client.names).find(([tag]) => tag === language)
  return { name: inLanguage?.[1] ?? client.name, home: homeOf(client) }
}

/**
 * Where citizens go on with a program: at its home, or else at the origin of its first redirect URI (design 46). The previous release changes
 * redirect URIs without a look at the home, so one that is on none of their origins any more does not count.
 */
export function homeOf({ home, redirectUris }: Pick<Client, 'home' | 'redirectUris'>): string {
  return home !== null && isOnOriginOf(home, redirectUris) ? home : new URL('/', redirectUris[0]).href
}

/** Whether an address is on the origin of one of these. */
export function isOnOriginOf(address: string, uris: readonly string[]): boolean {
  const { origin } = new URL(address)
  return uris.some((uri) => new URL(uri).origin === origin)
}

/** The program's names in all languages. */
export function namesOf({ name, names }: Pick<Client, 'name' | 'names'>): readonly string[] {
  return [name, ...Object.values(names)]
}
