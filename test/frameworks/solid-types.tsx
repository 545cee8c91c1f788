/** @jsxImportSource solid-js */
// Type-checked only: `npm run types` fails if the types allow less or more than this.
import type {} from '../../src/markup/solid.js';

export const product = (
  <>
    <financing-estimate
      class="line"
      amount={520}
      when-unavailable="keep-space"
      on:financing-estimate={({ estimate }) => estimate.apr.toFixed(2)}
    />
    <prequal-button prop:customerDetails={{ firstName: 'Ada' }} referral="visit-1" />
    <pay-over-time-button amount="520" transaction-id="order-1" target="_self">
      Pay over time
    </pay-over-time-button>
    {/* @ts-expect-error Solid would set `transactionid`. */}
    <pay-over-time-button transactionId="order-1" />
    {/* @ts-expect-error Solid would set `customerdetails`. */}
    <prequal-button customerDetails={{ firstName: 'Ada' }} />
    {/* @ts-expect-error It has no such value. */}
    <prequal-button target="_top" />
    <financing-estimate term-months="12" apr-unit={undefined} time-zone="America/Boise" />
    {/* @ts-expect-error Its attribute has no such value. */}
    <financing-estimate when-unavailable="keepspace" />
    {/* @ts-expect-error It has no such attribute. */}
    <financing-estimate ammount={520} />
    {/* @ts-expect-error The event has no such field. */}
    <financing-estimate on:financing-error={({ estimate }) => estimate} />
  </>
);
