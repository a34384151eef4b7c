import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Language } from '../../words/languages.ts'
import { pageInLanguage } from './page-in-language.ts'

/** A file to serve. */
export interface Asset {
  readonly type: string
  readonly body: string
  readonly etag: string
}

/** The page, the paths where it is shown, and the files that it loads, by path. */
export interface Page {
  htmlIn(language: Language): string
  readonly paths: readonly string[]
  readonly assets: ReadonlyMap<string, Asset>
}

const web = (file: string): URL => new URL(`../../web/${file}`, import.meta.url)

/** Builds the page. Bundles its TypeScript into one module, and writes the return address and the words into its HTML. */
export async function bundlePage(
  programUrl: string,
  returnUris: readonly string[],
  timeZone: string,
): Promise<Page> {
  const { origin } = new URL(programUrl)
  // Return addresses with other origins belong to other apps of this program, such as a mobile app.
  const returnUri = returnUris.find((uri) => new URL(uri).origin === origin) ?? `${origin}/signed-in`
  const template = await readFile(web('index.html'), 'utf8')
  return {
    htmlIn: (language) => pageInLanguage(template, language, { returnUri, timeZone }),
    paths: [...new Set(['/', new URL(returnUri).pathname])],
    assets: new Map([
      ['/app.js', asset('text/javascript', await bundle())],
      ['/style.css', asset('text/css', await readFile(web('style.css'), 'utf8'))],
      ['/icon.svg', asset('image/svg+xml', await readFile(web('icon.svg'), 'utf8'))],
    ]),
  }
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(web('main.ts'))],
    ...{ bundle: true, minify: true, format: 'esm', target: 'es2022', write: false },
  })
  return outputFiles[0]?.text ?? ''
}

function asset(type: string, body: string): Asset {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { type: `${type}; charset=utf-8`, body, etag }
}
