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
  const name = textIn(client.names, language) ?? client.name
  return { name, home: homeOf({ ...client, homeInLanguage: textIn(client.homes, language) }) }
}

/** What is said of where citizens go on with a program. */
export type HomeFacts = Pick<Client, 'home' | 'redirectUris'> & {
  /** That of the language of a page; missing where there is none. */
  readonly homeInLanguage?: string | null | undefined
}

/**
 * Where citizens go on with a program: at its home in their language, at its home, or else at the origin of its first redirect URI (design 46). Redirect URIs
 * may have changed since, so a home that is on none of their origins any more does not count.
 */
export function homeOf({ homeInLanguage = null, home, redirectUris }: HomeFacts): string {
  const first = [homeInLanguage, home].find((one) => one !== null && isOnOriginOf(one, redirectUris))
  return first ?? new URL('/', redirectUris[0]).href
}

function textIn(texts: Client['names'], language: string): string | undefined {
  return Object.entries(texts).find(([tag]) => tag === language)?.[1]
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
