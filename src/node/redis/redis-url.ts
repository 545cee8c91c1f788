/** Parses the URL of Redis, which names one server, Sentinels that know the primary, or a cluster. */
import { InvalidOptionError, wholeNumberProblem } from '../../internal/options.js';

/** The parts of a Redis URL. */
export interface RedisAddress {
  readonly url: string;
  readonly kind: 'server' | 'sentinel' | 'cluster';
  /** The server, the Sentinels, or some nodes of the cluster. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  readonly tls: boolean;
  readonly username?: string;
  readonly password?: string;
  /** The name that the Sentinels use for the primary. Empty unless `kind` is `sentinel`. */
  readonly name: string;
  readonly database: number;
  /** The options `replicas` and `timeout` of `createRedisStore`, from the query. */
  readonly storeOptions: { readonly replicas?: number; readonly timeout?: number };
  /** The rest of the query. It holds options of ioredis. */
  readonly query: Readonly<Record<string, string>>;
}

const examples = {
  server: 'redis://127.0.0.1:6379',
  sentinel: 'redis+sentinel://host1:26379,host2:26379/mymaster',
  cluster: 'redis+cluster://host1:6379,host2:6379',
};

/** Checks for the `createRedisStore` options that a URL can also set. */
export const storeOptionChecks = {
  replicas: wholeNumberProblem(0, 16),
  timeout: wholeNumberProblem(1, 600_000, 'milliseconds'),
};

/**
 * Matches the scheme, `+sentinel` or `+cluster`, `user:password@`, the hosts, and the rest. `URL` can't parse a list of hosts.
 */
const shape = /^(rediss?)(?:\+(sentinel|cluster))?:\/\/([^/?#]*@)?([^@/?#]*)(.*)$/s;

/** Parses a URL. Throws an `InvalidOptionError`. Its message doesn't quote the URL, which may hold a password. */
export function parseRedisUrl(text: string): RedisAddress {
  const [, scheme, plus, user = '', hosts = '', rest = ''] = shape.exec(text) ?? [];
  if (!scheme) {
    throw wrong(`must be a URL such as ${Object.values(examples).join(' or ')}`);
  }
  const kind = (plus ?? 'server') as RedisAddress['kind'];
  const nodes = hosts.split(',').map((host) => parseNode(host, kind));
  if (kind === 'server' && nodes.length > 1) {
    throw wrong(`has several hosts: write ${examples.sentinel} or ${examples.cluster}`);
  }
  const { username, password, pathname, searchParams } = new URL(`redis://${user}host${rest}`);
  const segments = pathname.split('/').slice(1);
  const name = kind === 'sentinel' ? (segments.shift() ?? '') : '';
  if ((kind === 'sentinel' && !name) || segments.length > 1) {
    throw wrong(`does not end with the name of the primary, as in ${examples.sentinel}`);
  }
  const { replicas, timeout, db = '', ...query } = Object.fromEntries(searchParams);
  const database = segments[0] || db; // the same precedence as in ioredis
  if (![database, db].every((number) => /^\d*$/.test(number))) {
    throw wrong(`has a database that is not a number, as in ${examples.server}/0`);
  }
  if (kind === 'cluster' && Number(database) !== 0) {
    throw wrong('names a database, but a cluster has only database 0');
  }
  for (const [option, value] of Object.entries({ replicas, timeout })) {
    const isValid = storeOptionChecks[option as keyof typeof storeOptionChecks];
    const reason = value && isValid(Number(value));
    if (reason) throw wrong(`has ${option}, which ${reason}`);
  }
  return {
    url: text,
    kind,
    nodes,
    name: decode(name),
    tls: scheme === 'rediss',
    query,
    database: Number(database),
    storeOptions: {
      ...(replicas && { replicas: Number(replicas) }),
      ...(timeout && { timeout: Number(timeout) }),
    },
    ...(username && { username: decode(username) }),
    ...(password && { password: decode(password) }),
  };
}

/** Returns the hosts of a URL that `parseRedisUrl` accepts, without user name and password. */
export function hostsOfRedis(url: string): string {
  return shape.exec(url)?.[4] ?? '';
}

/** True if a URL holds a password, even if `parseRedisUrl` refuses the URL. */
export function holdsPassword(url: string): boolean {
  const [, userInfo = ''] = /^[^/]*:\/\/([^/]*)@/.exec(url) ?? [];
  return /:./s.test(userInfo) || /[?&](sentinel)?password=/i.test(url);
}

/** True if two URLs differ only in user names and passwords, which come before the hosts or in the query. */
export function isSameRedis(one: string, other: string): boolean {
  return withoutUser(one) === withoutUser(other);
}

function withoutUser(url: string): string {
  const [address = '', ...query] = url.split(/[?&]/);
  const plain = query.filter((pair) => !/^(?:sentinel)?(?:username|password)=/i.test(pair));
  return [address.replace(/\/\/[^/#]*@/, '//'), ...plain].join('&');
}

function parseNode(text: string, kind: RedisAddress['kind']) {
  const url = URL.canParse(`redis://${text}`) ? new URL(`redis://${text}`) : undefined;
  if (!url?.hostname) throw wrong(`has a host that is not written as in ${examples[kind]}`);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(url.port) || (kind === 'sentinel' ? 26379 : 6379) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong('has a % that does not begin an escape such as %40');
  }
}

const wrong = (what: string) => new InvalidOptionError('urlOrClient', what, 'Argument');
