-- Sends the requests of a file in turn, whole as they stand there, and prints what came of it as one line of JSON.
-- The file holds each request behind its length and a line break.
local requests = {}
local turn = 0

function init(args)
  local file = assert(io.open(args[1], "rb"))
  local length = file:read("*l")
  while length do
    requests[#requests + 1] = file:read(tonumber(length))
    length = file:read("*l")
  end
  file:close()
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end

function done(summary, latency)
  local errors = summary.errors
  local faults = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('\n{"answers":%d,"microseconds":%d,"p50":%d,"p99":%d,"faults":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), faults))
end
