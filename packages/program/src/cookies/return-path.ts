import { SSO_BASE_PATH } from '../wire.ts'

/** The program's own address: its origin, and its path without the final slash. */
export interface OwnAddress {
  readonly origin: string
  readonly basePath: string
  /** Whether requests arrive with that path. Where nobody has said it, a path below it has it. */
  readonly arrives: ProgramPath | 'unknown'
}

/** What the proxy in front does with the path of the program's own address. */
export type ProgramPath = 'kept' | 'removed'

/** The parts of `program.baseUrl`. */
export function ownAddressOf(
  programBaseUrl: string,
  arrives: ProgramPath | 'unknown' = 'unknown',
): OwnAddress {
  const { origin, pathname } = new URL(programBaseUrl)
  return { origin, basePath: pathname.replace(/\/+$/, ''), arrives }
}

/** A longer path makes an address of `login/` that servers refuse. */
const MAX_LENGTH = 6_000

/** Some servers and proxies decode a path more than once. */
const MAX_DECODINGS = 8

/**
 * The path to return to after a sign-in, as a browser would write it. Null unless it is a path of this program: another
 * address, `//evil.example`, `/\\evil.example`, control characters and encoded forms of them would lead elsewhere.
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

/** A path from the root, without what browsers read as the beginning of another host. Further on, a backslash is a sign as any other. */
function isPlain(path: string): boolean {
  return /^\/(?![\\/])/.test(`${path}`) && !/\p{Cc}/u.test(path)
}

/** A `%` that encodes nothing stands for itself, and bytes that are no UTF-8 are none of these signs. */
function isPlainDecoded(pathname: string): boolean {
  let path = pathname
  for (let decodings = 0; decodings <= MAX_DECODINGS; decodings += 1) {
    if (!isPlain(path)) return false
    const decoded = path.replace(/%([0-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(parseInt(code, 16)),
    )
    if (decoded === path) return true
    path = decoded
  }
  return false
}

/**
 * The public path and query of a request. A proxy may have removed the path of the program's own address. A request
 * line may hold a whole address.
 */
export function publicPathOf(url: string, { origin, basePath, arrives }: OwnAddress): string | null {
  // A path such as //evil.example is not an address here, but the path of a request.
  const address = url.startsWith('/') ? `${origin}${url}` : url
  if (!URL.canParse(address)) return null
  const { pathname, search } = new URL(address)
  const isWhole = arrives === 'unknown' ? isBelow(pathname, basePath) : arrives === 'kept'
  return `${isWhole ? '' : basePath}${pathname}${search}`
}
