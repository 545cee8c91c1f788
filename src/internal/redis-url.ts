/** Reads the URL of a Redis: of one server, of Sentinels that know the primary, or of nodes of a cluster. */

/** Sentinels, or nodes of a cluster. */
export interface RedisNodes {
  readonly kind: 'sentinel' | 'cluster';
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  readonly tls: boolean;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** The name by which the Sentinels know the primary; empty for a cluster. */
  readonly name: string;
  readonly database: number;
  /** Options of ioredis by the query, as it takes them from the URL of one server. */
  readonly options: Readonly<Record<string, string>>;
}

/** `redis`, `+sentinel`, `user:password`, hosts, path and query. `URL` knows no list of hosts. */
const shape =
  /^(?<scheme>rediss?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<userInfo>[^/?#]*)@)?(?<hosts>[^@/?#]*)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?/;

const examples = {
  server: 'redis://127.0.0.1:6379',
  sentinel: 'redis+sentinel://host1:26379,host2:26379/mymaster',
  cluster: 'redis+cluster://host1:6379,host2:6379',
};

/**
 * Reads a URL; that of one server is only checked, since ioredis reads it itself. Throws a `TypeError` whose sentence
 * quotes nothing of the URL, which may hold a password.
 */
export function parseRedisUrl(url: string): RedisNodes | { readonly kind: 'server' } {
  const parts = shape.exec(url)?.groups;
  if (!parts) {
    throw new TypeError(
      `The URL of Redis is not one such as ${examples.server}, ${examples.sentinel} or ${examples.cluster}`,
    );
  }
  const { scheme, kind, userInfo = '', hosts = '', path = '', query = '' } = parts;
  if (kind === 'sentinel' || kind === 'cluster') {
    const nodes = hosts.split(',').map((host) => parseNode(host, kind));
    const [name, database] = kind === 'sentinel' ? parseName(path) : ['', parseDatabase(path)];
    if (kind === 'cluster' && database !== 0) {
      throw new TypeError('The URL of Redis names a database, and a cluster has database 0 alone');
    }
    return {
      ...{ kind, nodes, name, database, tls: scheme === 'rediss' },
      ...parseUserInfo(userInfo),
      options: Object.fromEntries(new URLSearchParams(query)),
    };
  }
  if (hosts.includes(',')) {
    throw new TypeError(
      `The URL of Redis has several hosts: write ${examples.sentinel} or ${examples.cluster}`,
    );
  }
  if (!URL.canParse(url))
    throw new TypeError(`The URL of Redis is not one such as ${examples.server}`);
  // ioredis would select any text as the database, and end the process when Redis refuses it.
  for (const text of [path.slice(1), new URLSearchParams(query).get('db') ?? ''])
    parseDatabase(text);
  return { kind: 'server' };
}

/** Returns the hosts of a URL that `parseRedisUrl` accepts, without user name and password. */
export function hostsOfRedis(url: string): string {
  return shape.exec(url)?.groups?.['hosts'] ?? '';
}

/** True for a URL that holds a password, also one that `parseRedisUrl` refuses. */
export function holdsPassword(url: string): boolean {
  const [, userInfo = ''] = /^[^/]*:\/\/([^/]*)@/.exec(url) ?? [];
  return /:./s.test(userInfo) || /[?&](sentinel)?password=/i.test(url);
}

function parseNode(text: string, kind: 'sentinel' | 'cluster') {
  const url = URL.canParse(`redis://${text}`) ? new URL(`redis://${text}`) : undefined;
  if (!url?.hostname || url.username) {
    throw new TypeError(`A host in the URL of Redis is not one such as in ${examples[kind]}`);
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(url.port) || (kind === 'sentinel' ? 26379 : 6379) };
}

function parseName(path: string): [string, number] {
  const [, name = '', database = '', ...more] = path.split('/');
  if (!name || more.length > 0) {
    throw new TypeError(
      `The URL of Redis does not end with the name of the primary, as in ${examples.sentinel}`,
    );
  }
  return [decode(name), parseDatabase(database)];
}

function parseDatabase(text: string): number {
  if (/^\/?\d*$/.test(text)) return Number(text.replace('/', ''));
  throw new TypeError(
    'The database in the URL of Redis is no number, as in redis://127.0.0.1:6379/0',
  );
}

function parseUserInfo(text: string) {
  const [, username = '', password = ''] = /^([^:]*):?(.*)$/s.exec(text) ?? [];
  return {
    ...(username && { username: decode(username) }),
    ...(password && { password: decode(password) }),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new TypeError('The URL of Redis has a % that begins no escape such as %40');
  }
}
