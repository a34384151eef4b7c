/** How the process opens the token. It is sent by the channel, so no argument and no variable has the PIN. */
export interface Opening {
  readonly module: string
  readonly label: string
  readonly pin: string
}

/** The first that it tells: that it is about to send the PIN, then that the token is open, or why not. */
export interface Opened {
  readonly sendsPin?: boolean
  readonly fault?: string
  /** Another try with this PIN would bring the token nearer to its lock. */
  readonly isAboutPin?: boolean
}

/** What it is asked, about the key with this id (hexadecimal). */
export interface Work {
  readonly does: 'make' | 'find' | 'sign'
  readonly id: string
  /** What is signed: base64url of a `DigestInfo` (RFC 8017 section 9.2). */
  readonly digestInfo?: string
}

/** What it answers. Binary values are base64url. */
export interface Told {
  readonly fault?: string
  readonly signature?: string
  readonly modulus?: string
  readonly exponent?: string
  readonly isThere?: boolean
}
