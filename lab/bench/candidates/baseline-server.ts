// The baseline of every answer over HTTP: a bare server that reads the request and sends the same bytes back.
import { createServer } from 'node:http'
import type { SampleAnswer } from './baselines.ts'

const { port, body, headers } = JSON.parse(process.argv[2] ?? '{}') as SampleAnswer

createServer((request, response) => {
  request.on('data', () => undefined)
  request.on('end', () => {
    response.writeHead(200, headers)
    response.end(body)
  })
}).listen(port, '127.0.0.1')
