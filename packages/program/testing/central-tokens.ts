/**
 * A whole token of the identity service of the tests, wherever it stands. The first signs alone would be found by chance in stored
 * bytes and in random texts.
 */
export const CENTRAL_TOKEN = /c[ar]t_[\w-]{43}/

/** A signed token (RFC 7515 section 7.1): its first two parts are JSON. */
export const SIGNED_TOKEN = /eyJ[\w-]+\.eyJ/
