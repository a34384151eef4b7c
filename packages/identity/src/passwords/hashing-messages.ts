/** Work for the process that hashes: a password to hash, or to compare with a hash. */
export interface Work {
  readonly password: string
  readonly hash?: string | undefined
}

/** What it answers. Without either value the hash could not be read. */
export interface Told {
  readonly hash?: string
  readonly isRight?: boolean
  /** The memory of the process. */
  readonly bytes: number
}

/** The first that it tells: the reason where the system did not let it lower its priority. */
export interface Begun {
  readonly notLowered?: string | undefined
  readonly bytes: number
}
