/** The URL of Redis, which leads to one server, to Sentinels that know the primary, or to a cluster. */
import { InvalidOptionError, isWhole } from '../contract/options.js';

/** What a URL names. */
export interface RedisAddress {
  readonly url: string;
  readonly kind: 'server' | 'sentinel' | 'cluster';
  /** The server, the Sentinels, or nodes of the cluster. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  readonly tls: boolean;
  readonly username?: string;
  readonly password?: string;
  /** The name by which the Sentinels know the primary; otherwise empty. */
  readonly name: string;
  readonly database: number;
  /** `replicas` and `timeout` of `createRedisStore`, from the query. */
  readonly storeOptions: { readonly replicas?: number; readonly timeout?: number };
  /** The rest of the query, which has options of ioredis. */
  readonly query: Readonly<Record<string, string>>;
}

const examples = {
  server: 'redis://127.0.0.1:6379',
  sentinel: 'redis+sentinel://host1:26379,host2:26379/mymaster',
  cluster: 'redis+cluster://host1:6379,host2:6379',
};

/** The options of `createRedisStore` that a URL can hold, too. */
export const storeOptionChecks = {
  replicas: isWhole(0, 16),
  timeout: isWhole(1, 600_000, 'milliseconds'),
};

/** `redis`, `+sentinel`, `user:password@`, hosts, and the rest. `URL` knows no list of hosts. */
const shape = /^(rediss?)(?:\+(sentinel|cluster))?:\/\/([^/?#]*@)?([^@/?#]*)(.*)$/s;

/** Reads a URL. Throws an `InvalidOptionError` whose sentence quotes nothing of the URL, which may hold a password. */
export function parseRedisUrl(text: string): RedisAddress {
  const [, scheme, plus, user = '', hosts = '', rest = ''] = shape.exec(text) ?? [];
  if (!scheme) {
    throw wrong(`is not a URL such as ${Object.values(examples).join(' or ')}`);
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
  const database = segments[0] || db; // as ioredis reads them
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
    ...{ url: text, kind, nodes, name: decode(name), tls: scheme === 'rediss', query },
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

/** True for a URL that holds a password, also one that `parseRedisUrl` refuses. */
export function holdsPassword(url: string): boolean {
  const [, userInfo = ''] = /^[^/]*:\/\/([^/]*)@/.exec(url) ?? [];
  return /:./s.test(userInfo) || /[?&](sentinel)?password=/i.test(url);
}

/** True for two URLs that differ in user names and passwords alone, which are before the hosts or in the query. */
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
