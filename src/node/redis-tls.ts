import { connect, type TLSSocket } from 'node:tls';
import type * as ioredis from 'ioredis';
import type { RedisOptions } from 'ioredis';

/**
 * Returns a connector of ioredis for TLS whose connections have a listener for every error. That of ioredis listens to the
 * first one alone. Where ioredis ends a late connection during a handshake with a wrong certificate, Node emits two, and
 * the second would end the process.
 */
export function createTlsConnector({
  AbstractConnector,
}: typeof ioredis): NonNullable<RedisOptions['Connector']> {
  return class TlsConnector extends AbstractConnector {
    readonly #options: RedisOptions;

    constructor(options: unknown) {
      const all = options as RedisOptions; // which is what ioredis passes
      super(all.disconnectTimeout ?? 0);
      this.#options = all;
    }

    override connect(): Promise<TLSSocket> {
      const { host, port, tls } = this.#options;
      this.connecting = true;
      const stream = connect({ host, port, ...tls });
      stream.on('error', (error) => {
        this.firstError ??= error;
      });
      this.stream = stream;
      return Promise.resolve(stream);
    }
  };
}
