#!/usr/bin/env node
// The `portico-program` command. Exit codes: 0 success, 1 failure, 2 wrong command line. In the repository, the launcher
// starts a Node that runs TypeScript sources. An installed package contains JavaScript and needs no launcher.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const launcher = new URL('../../../scripts/launch.mjs', import.meta.url)
const source = new URL('../src/command/main.ts', import.meta.url)
const built = new URL('../dist/command/main.js', import.meta.url)

if (existsSync(launcher) && existsSync(source)) {
  const { main, prepare, runTypeScript } = await import(launcher.href)
  await main(async () => runTypeScript(await prepare(), fileURLToPath(source), process.argv.slice(2)))
} else await import(built.href)
