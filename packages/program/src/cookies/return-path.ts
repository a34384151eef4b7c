import { SSO_BASE_PATH } from '../wire.ts'

/** The program's own address: its origin, and its path without the final slash. */
export interface OwnAddress {
  readonly origin: string
  readonly basePath: string
}

/** The parts of `program.baseUrl`. */
export function ownAddressOf(programBaseUrl: string): OwnAddress {
  const { origin, pathname } = new URL(programBaseUrl)
  return { origin, basePath: pathname.replace(/\/+$/, '') }
}

const MAX_LENGTH = 2048

/** Some servers and proxies decode a path more than once. A path that is still encoded after this is refused. */
const MAX_DECODINGS = 3

/**
 * The path to return to after a sign-in, as a browser would write it. Null unless it is a path of this program: another
 * address, `//evil.example`, `/\evil.example`, control characters and encoded forms of them would lead elsewhere.
 */
export function returnPathOf(value: string, own: OwnAddress): string | null {
  if (value.length > MAX_LENGTH || !isPlain(value) || !URL.canParse(value, own.origin)) return null
  const { origin, pathname, search, hash } = new URL(value, own.origin)
  if (origin !== own.origin || !isPlainDecoded(pathname)) return null
  if (!isBelow(pathname, own.basePath) || isEndpoint(pathname, own.basePath)) return null
  return `${pathname}${search}${hash}`
}

function isBelow(pathname: string, basePath: string): boolean {
  return basePath === '' || pathname === basePath || pathname.startsWith(`${basePath}/`)
}

/** A return to an endpoint would begin or end a sign-in again. */
function isEndpoint(pathname: string, basePath: string): boolean {
  return pathname.startsWith(SSO_BASE_PATH) || pathname.startsWith(`${basePath}${SSO_BASE_PATH}`)
}

/** A path from the root, without what browsers read as the beginning of another host. */
function isPlain(path: string): boolean {
  return path.startsWith('/') && !path.startsWith('//') && !/[\\\p{Cc}]/u.test(path)
}

function isPlainDecoded(pathname: string): boolean {
  let path = pathname
  for (let decodings = 0; decodings <= MAX_DECODINGS; decodings += 1) {
    if (!isPlain(path)) return false
    const decoded = decodedOrNull(path)
    if (decoded === null) return false
    if (decoded === path) return true
    path = decoded
  }
  return false
}

function decodedOrNull(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/**
 * The public path and query of a request. A proxy may have removed the path of the program's own address. A request
 * line may hold a whole address.
 */
export function publicPathOf(url: string, { origin, basePath }: OwnAddress): string | null {
  // A path such as //evil.example is not an address here, but the path of a request.
  const address = url.startsWith('/') ? `${origin}${url}` : url
  if (!URL.canParse(address)) return null
  const { pathname, search } = new URL(address)
  return `${isBelow(pathname, basePath) ? '' : basePath}${pathname}${search}`
}
