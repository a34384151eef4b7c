#!/usr/bin/env node
// The `portico-program` command; exit code 0 done, 1 a fault, 2 not understood. Inside the repository the launcher
// brings a Node that runs the TypeScript as it is; an installed package has JavaScript, and needs no launcher.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const launcher = new URL('../../../scripts/launch.mjs', import.meta.url)
const source = new URL('../src/command/main.ts', import.meta.url)
const built = new URL('../dist/command/main.js', import.meta.url)

if (existsSync(launcher) && existsSync(source)) {
  const { main, prepare, runTypeScript } = await import(launcher.href)
  await main(async () => runTypeScript(await prepare(), fileURLToPath(source), process.argv.slice(2)))
} else await import(built.href)
