import type { LogEntry } from './log.js';

/**
 * Adds to the entry of a request the names that log platforms know: those of OpenTelemetry's semantic conventions and,
 * where these have none, of the Elastic Common Schema.
 */
export function toRequestLine(entry: LogEntry, mount: string, durationMs: number): LogEntry {
  const { method, route, status, code, traceId } = entry;
  return {
    ...entry,
    ...(method && { 'http.request.method': method }),
    ...(route && { 'http.route': mount + route }),
    ...(status && { 'http.response.status_code': status }),
    ...(code && { 'error.type': code }),
    'event.duration': Math.round(durationMs * 1_000_000),
    ...(traceId && { trace_id: traceId }),
  };
}
