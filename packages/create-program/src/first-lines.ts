import type { databaseKind, Framework } from './choices.ts'
import { FIRST_PAGE, NEST, NEXT_CONFIG, NEXT_ME, NEXT_ROUTES, nextPage, SERVERS } from './framework-lines.ts'

/** A file to write: its path with slashes, and its text. */
export type FirstFile = readonly [path: string, text: string]

/** The first files of a program, the path of its page, and the command that starts it. */
export interface FirstLines {
  readonly files: readonly FirstFile[]
  readonly page: string
  readonly start: string
}

/** What the lines depend on. */
export interface LinesFor {
  readonly framework: Framework
  readonly database: ReturnType<typeof databaseKind>
  /** The extension of modules, such as `.js`. */
  readonly extension: string
  /** The folder of Next.js that has `app`: empty, or `src/`. */
  readonly sources: string
  /** The file of Next.js that has its settings. */
  readonly nextConfig: string
  /** Whether that file has `cacheComponents: true`. */
  readonly cachesComponents: boolean
  /** Where the program listens on this machine, if that is not 3000. */
  readonly port: string | null
}

/** The lines for a framework and a database: one file makes the object, the others answer requests. */
export function firstLines(wanted: LinesFor): FirstLines {
  const { framework, extension } = wanted
  const store = STORES[wanted.database]
  if (framework === 'next') return nextLines(store, wanted)
  const text = (framework === 'nest' ? NEST : SERVERS[framework]).replace(/(?<=from '\.\/.*)\.js/g, extension)
  const entry = `server${extension}`
  return {
    files: [
      [`sso${extension}`, storeLines(store)],
      [`first-page${extension}`, FIRST_PAGE],
      [entry, text],
    ],
    page: '/',
    start: `node --env-file=.env ${entry}`,
  }
}

interface StoreLines {
  readonly imports: string
  /** Makes the pool or opens the file. */
  readonly open: string
  readonly store: string
  readonly accounts: string
}

const STORES: Readonly<Record<LinesFor['database'], StoreLines>> = {
  postgres: {
    imports: `import { postgresStore, starterAccounts } from '@portico/program/postgres'
import pg from 'pg'
`,
    open: `const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] })`,
    store: 'postgresStore(pool)',
    accounts: 'starterAccounts(pool)',
  },
  mysql: {
    imports: `import { mysqlStore, starterAccounts } from '@portico/program/mysql'
import mysql from 'mysql2/promise'
`,
    open: `const pool = mysql.createPool(process.env['DATABASE_URL'])`,
    store: 'mysqlStore(pool)',
    accounts: 'starterAccounts(pool)',
  },
  sqlite: {
    imports: `import { openDatabase, sqliteStore, starterAccounts } from '@portico/program/sqlite'
`,
    open: `const database = openDatabase(process.env['DATABASE_URL'])`,
    store: 'sqliteStore(database)',
    accounts: 'starterAccounts(database)',
  },
}

function storeLines({ imports, open, store, accounts }: StoreLines): string {
  return `import { configFromEnv, createProgramSso } from '@portico/program'
${imports}
${open}
const store = ${store}
export const sso = createProgramSso({ ...configFromEnv(), store, accounts: ${accounts}, cookies: {} })
await sso.migrate()
`
}

/** The path of the file decides how many folders lie between it and `lib/`. */
function nextLines(
  { imports, open, store, accounts }: StoreLines,
  { sources, nextConfig, cachesComponents, port }: LinesFor,
): FirstLines {
  const sso = `import { configFromEnv, createProgramSso } from '@portico/program'
import { nextSso } from '@portico/program/next'
${imports}import { headers } from 'next/headers'
import { redirect } from 'next/navigation'

// At the first request, and not when it is imported: "next build" imports it, too, without settings and database.
const connect = async () => {
  ${open}
  const store = ${store}
  const clientIp = { header: 'x-forwarded-for', trustedHops: 1 }
  const sso = createProgramSso({ ...configFromEnv(), store, accounts: ${accounts}, cookies: {}, clientIp })
  await sso.migrate()
  return sso
}

export const { routes, pageCitizen, actionCitizen, optionalCitizen, withCitizen } = nextSso(connect, { headers, redirect })
`
  return {
    files: [
      [nextConfig, NEXT_CONFIG],
      [`${sources}lib/sso.js`, sso],
      [`${sources}app/api/v1/sso/[...path]/route.js`, NEXT_ROUTES],
      [`${sources}app/api/me/route.js`, NEXT_ME],
      [`${sources}app/me/page.js`, nextPage(cachesComponents)],
    ],
    // An app has a page at / already.
    page: '/me',
    // Next.js does not take PORT from `.env`.
    start: port === null ? 'next dev' : `next dev --port ${port}`,
  }
}
