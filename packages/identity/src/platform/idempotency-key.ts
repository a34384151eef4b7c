/** A String of RFC 9651 section 3.3.3 with 16 to 128 characters, and nothing else: what `Idempotency-Key` has (draft-ietf-httpapi-idempotency-key-header section 2.1). */
export const IDEMPOTENCY_KEY = /^"(?:[ !#-[\]-~]|\\["\\]){16,128}"$/
