import type { Shot } from './shot.ts'

const REFRESH_TOKEN = /"refresh_token":"([^"]+)"/
const ACCESS_TOKEN = /"access_token":"([^"]+)"/

/** The request that spends a refresh token; `head` is all of it but what depends on the token. */
export function refreshShot(head: string, token: string): Shot {
  const body = `grant_type=refresh_token&refresh_token=${token}`
  const request = `${head}content-length: ${body.length}\r\n\r\n${body}`
  return { request, status: 200, contains: '"access_token":"' }
}

/** The refresh token of an answer; nothing where it brings none. */
export function refreshTokenOf(text: string): string | undefined {
  return REFRESH_TOKEN.exec(text)?.[1]
}

/** The access token of an answer; nothing where it brings none. */
export function accessTokenOf(text: string): string | undefined {
  return ACCESS_TOKEN.exec(text)?.[1]
}
