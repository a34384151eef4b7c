import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** The client, bundled as one minified module. */
export async function bundle(): Promise<string> {
  const result = await build({
    entryPoints: [fileURLToPath(new URL('../src/index.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  return result.outputFiles[0]?.text ?? ''
}
