// For `node --import`: compiles the samples that have decorators, as a Nest program is compiled. Node takes only types away.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const compilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2023,
  experimentalDecorators: true,
}

registerHooks({
  load(url, context, next) {
    if (!url.endsWith('/samples/nest.ts')) return next(url, context)
    const { outputText } = ts.transpileModule(readFileSync(fileURLToPath(url), 'utf8'), { compilerOptions })
    return { format: 'module', source: outputText, shortCircuit: true }
  },
})
