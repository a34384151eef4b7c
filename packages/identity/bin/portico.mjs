#!/usr/bin/env node
// The `portico` command: brings what is missing (progress on standard error), then runs its TypeScript.
import { fileURLToPath } from 'node:url'
import { main, prepare, runTypeScript } from '../../../scripts/launch.mjs'

const command = fileURLToPath(new URL('../src/command/portico.ts', import.meta.url))

await main(async () => runTypeScript(await prepare(), command, process.argv.slice(2)))
