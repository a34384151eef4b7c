// The floor under every answer over HTTP: a bare server that reads the request and sends the same bytes back.
import { createServer } from 'node:http'

const { port, body, headers } = JSON.parse(process.argv[2] ?? '{}') as {
  port: number
  body: string
  headers: Record<string, string>
}

createServer((request, response) => {
  request.on('data', () => undefined)
  request.on('end', () => {
    response.writeHead(200, headers)
    response.end(body)
  })
}).listen(port, '127.0.0.1')
