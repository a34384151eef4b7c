import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import type { BrandLogo } from './brand.ts'

const MOST_BYTES = 16 * 1024
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

/** The elements of a picture that draws only with its own shapes. */
const ELEMENTS = new Set(
  'svg g defs title desc path rect circle ellipse line polyline polygon lineargradient radialgradient stop clippath mask'.split(
    ' ',
  ),
)

/** With another encoding, browsers would read other characters than this check. */
const DECLARATION =
  /^\uFEFF?\s*<\?xml\s+version=["']1\.[01]["'](?:\s+encoding=["']utf-8["'])?(?:\s+standalone=["'](?:yes|no)["'])?\s*\?>/i
const CONTROL = /(?![\t\n\r])\p{Cc}/u

/** The functions of CSS that load a file and are not `url`. */
const LOADING = /(?:image|image-set|cross-fade|src)\s*\(/i

/** Reads a logo: a small PNG, or an SVG that is a drawing and nothing else. Adds a sentence for each fault. */
export function readLogo(path: string, faults: string[]): BrandLogo | undefined {
  const body = readSmall(path)
  if (typeof body === 'string') return refuse(faults, path, body)
  if (path.endsWith('.png'))
    return body.subarray(0, PNG.length).equals(PNG)
      ? { extension: 'png', contentType: 'image/png', body }
      : refuse(faults, path, 'is not a PNG file')
  if (!path.endsWith('.svg')) return refuse(faults, path, 'must end with .svg or .png')
  const fault = isUtf8(body) ? svgFault(body.toString('utf8')) : 'is not text in UTF-8'
  return fault === undefined
    ? { extension: 'svg', contentType: 'image/svg+xml', body }
    : refuse(faults, path, fault)
}

/** Why an SVG is not a plain drawing, or nothing. Whatever is not known is refused. */
export function svgFault(svg: string): string | undefined {
  if (CONTROL.test(svg)) return 'has control characters: save it as a plain SVG'
  const text = svg.replace(DECLARATION, '').replace(/<!--(?:(?!--)[^])*-->/g, '')
  if (/<[!?]/.test(text)) return 'has a declaration or instruction: save it as a plain SVG'
  if (text.includes('&')) return 'has entities (&): save it as a plain SVG'
  if (!/^\s*<svg[\s>]/.test(text)) return 'does not begin with <svg>'
  for (const [, name = ''] of text.matchAll(/<\/?\s*([^\s/>]*)/g))
    if (!ELEMENTS.has(name.toLowerCase()))
      return `has <${name.slice(0, 40)}>: only shapes and gradients are allowed`
  return attributeFault(text)
}

function attributeFault(text: string): string | undefined {
  if (/[\s"'/]on[a-z]+\s*=/i.test(text)) return 'has a script in an attribute (on…)'
  if (/(?:href|src)\s*=\s*(?!"#|'#)/i.test(text)) return 'refers to something outside (href)'
  if (LOADING.test(text) || /url\s*\(\s*(?!#)/i.test(text) || /@import|javascript:|data:|\\/i.test(text))
    return 'refers to something outside (url)'
  return undefined
}

function readSmall(path: string): Buffer | string {
  let file: number
  try {
    // A pipe would otherwise wait here for its other end.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch {
    return 'cannot be read: check the path and the rights'
  }
  try {
    const about = fstatSync(file)
    if (!about.isFile()) return 'is not a file'
    return about.size > MOST_BYTES
      ? `has ${about.size} bytes: at most ${MOST_BYTES} are allowed`
      : readFileSync(file)
  } finally {
    closeSync(file)
  }
}

function refuse(faults: string[], path: string, what: string): undefined {
  faults.push(`logo ${path} ${what}`)
}
