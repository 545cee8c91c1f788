/** The scripts that the store runs in Redis. Redis runs each script atomically. */

/**
 * Adds one to a counter. The first call starts the window. It's a script so that a counter always gets an expiration. If Redis's
 * clock was set back, the rest of a window can be longer than the window, so the window starts again.
 */
export const countScript = `
local count = redis.call('incr', KEYS[1])
local rest = redis.call('pttl', KEYS[1])
if count == 1 or rest < 0 or rest > tonumber(ARGV[1]) then redis.call('pexpire', KEYS[1], ARGV[1]) end
return {count, redis.call('pttl', KEYS[1])}`;

/** Takes back one count, unless the window has ended. */
export const uncountScript = `
local count = redis.call('get', KEYS[1])
if count and tonumber(count) > 0 then redis.call('decr', KEYS[1]) end`;

/** Deletes a key if its value, starting at character ARGV[2], is ARGV[1]. */
export const deleteScript = `
local value = redis.call('get', KEYS[1])
if value and string.sub(value, ARGV[2]) == ARGV[1] then return redis.call('del', KEYS[1]) end
return 0`;
