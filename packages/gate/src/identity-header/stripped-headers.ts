/**
 * Whether a name is read as one of the gate's headers by some back end. CGI, WSGI and Rack write `-` and `_` alike, and
 * others also replace further characters.
 */
export function isIdentityHeader(name: string): boolean {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '-')
    .startsWith('x-portico-')
}
