import lightMyRequest, { type InjectOptions, type Response } from 'light-my-request'
import type { HttpServer } from './server.ts'

/** Asks a server without a connection between: headers and bodies that no client would send arrive as they are. */
export function inject({ server }: HttpServer, request: InjectOptions): Promise<Response> {
  return lightMyRequest((raw, response) => void server.emit('request', raw, response), request)
}
