// The health check of the image: exit code 0 if the service answers. It asks for liveness. Whether the service can do its
// work (database, schema, keys) is what /readyz on the metrics port says, and load balancers ask that. With a port and a path
// as arguments, it asks there: the console has others.
const [port = process.env.PORTICO_PORT || '4000', path = '/api/health/'] = process.argv.slice(2)
const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
  signal: AbortSignal.timeout(2_500),
}).catch((error) => ({ ok: false, status: error.name }))
if (!answer.ok) console.error(`Port ${port} does not answer ${path}: ${answer.status}`)
process.exitCode = answer.ok ? 0 : 1
