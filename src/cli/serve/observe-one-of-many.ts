import type { OperationName } from '../../contract/index.js';
import type { Observer, ObserverEvent } from '../../proxy/index.js';

/** The observer of one proxy that another one will follow. */
export interface ProxyObserver {
  readonly observe: Observer;
  /** Reports the open circuits as closed, since the next proxy begins with closed ones, and passes on no change of them afterwards. */
  end(): void;
}

type CircuitEvent = Extract<ObserverEvent, { type: 'circuit' }>;

/** Lets several proxies, one after the other, report to one observer: counts go on, and no circuit stays open for ever. */
export function observeOneOfMany(observer: Observer): ProxyObserver {
  const open = new Set<OperationName>();
  let hasEnded = false;

  function follow({ operation, state }: CircuitEvent): void {
    if (state === 'open') open.add(operation);
    else open.delete(operation);
  }

  return {
    observe(event) {
      if (event.type === 'circuit') {
        if (hasEnded) return;
        if (event.scope === 'operation') follow(event);
      }
      observer(event);
    },
    end() {
      hasEnded = true;
      for (const operation of open) {
        observer({ type: 'circuit', operation, scope: 'operation', state: 'closed' });
      }
    },
  };
}
