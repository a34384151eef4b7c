import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file that is good. */
export const GOOD = {
  name: 'Anytown accounts',
  logo: 'logo.svg',
  colours: {
    light: { accent: '#7a1f5c', onAccent: '#ffffff' },
    dark: { accent: '#f0a6d8', onAccent: '#2a0a20' },
  },
  links: {
    help: 'https://anytown.example/help',
    privacy: 'https://anytown.example/privacy',
    accessibility: 'https://anytown.example/accessibility',
  },
}

/** A drawing with its own gradient. */
export const GOOD_SVG = `<?xml version="1.0" encoding="UTF-8"?>
<!-- a mark -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><defs><linearGradient id="g"><stop offset="0" stop-color="#7a1f5c"/></linearGradient></defs><circle cx="16" cy="16" r="14" fill="url(#g)"/></svg>`

/** Writes a brand file, and beside it a logo, into a new folder. Returns the path of the file. */
export function writeBrand(
  content: unknown,
  logo: string | Buffer = GOOD_SVG,
  logoName = 'logo.svg',
): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-brand-'))
  writeFileSync(join(folder, logoName), logo)
  const path = join(folder, 'brand.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
