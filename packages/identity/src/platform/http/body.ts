import type { IncomingMessage } from 'node:http'

const NOTHING = Buffer.alloc(0)

/**
 * Reads at most this many bytes of a body and decodes nothing. It answers `too-large` as soon as the announced length
 * or the bytes received say so. It answers nothing where the caller leaves before the end.
 */
export function readBody(
  request: IncomingMessage,
  mostBytes: number,
  done: (body: Buffer | 'too-large') => void,
): void {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return done('too-large')
  const chunks: Buffer[] = []
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    const wasTooLarge = bytes > mostBytes
    bytes += chunk.length
    if (bytes <= mostBytes) chunks.push(chunk)
    else if (!wasTooLarge) done('too-large')
  })
  request.on('end', () => {
    if (bytes <= mostBytes) done(chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? NOTHING))
  })
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`

/** One `;` with or without a parameter behind it (RFC 9110 section 5.6.6). */
const PARAMETER = new RegExp(String.raw`[ \t]*;[ \t]*(?:(${TOKEN})=(${TOKEN}|${QUOTED}))?`, 'y')

/** The names under which a client says that its bytes are UTF-8. US-ASCII is a part of it. */
const UTF8_NAMES: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii'])

/**
 * Whether a `Content-Type` names this media type, in letters of any case (RFC 9110 section 8.3.1). Parameters that are not
 * known are ignored. A charset that is not UTF-8 is another type of content: the bytes would be read wrong.
 */
export function isMediaType(header: string | undefined, mediaType: string): boolean {
  const [given = ''] = (header ?? '').split(';', 1)
  if (given.trim().toLowerCase() !== mediaType) return false
  return hasOnlyUtf8((header ?? '').slice(given.length).trimEnd())
}

function hasOnlyUtf8(parameters: string): boolean {
  PARAMETER.lastIndex = 0
  while (PARAMETER.lastIndex < parameters.length) {
    const parameter = PARAMETER.exec(parameters)
    if (parameter === null) return false
    const [, name = '', value = ''] = parameter
    if (name.toLowerCase() === 'charset' && !UTF8_NAMES.has(unquoted(value).toLowerCase())) return false
  }
  return true
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value
}
