/** Something that a request needs cannot be reached. The request gets 503 and may be repeated. */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable'
}
