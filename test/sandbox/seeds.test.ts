import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  InvalidOptionError,
  type EstimateResult,
  type MerchantStatus,
} from '../../src/contract/index.js';
import { createSandbox, type SandboxSeeds } from '../../src/sandbox/index.js';
import {
  estimation,
  merchantLocation,
  merchantStatus,
  payOverTimeLink,
  prequalLink,
} from '../conformance/requests.js';
import { resultOf, sendTo, errorOf } from '../support/sandbox.js';

const seeds: SandboxSeeds = [
  { verticals: ['Dental'], merchants: [{ location: 'store-7', vertical: 'Dental', state: 'WA' }] },
];

describe('createSandbox({ seeds })', () => {
  it('knows only these locations', async () => {
    const sandbox = createSandbox({ seeds });
    const [estimate] = await resultOf<EstimateResult[]>(
      sandbox,
      estimation([500], { location: 'store-7' }),
    );
    assert.equal(estimate?.apr, 0);
    await resultOf(sandbox, payOverTimeLink({ location: 'store-7' }));
    assert.equal((await errorOf(sandbox, payOverTimeLink({ location: 'main-street' })))[0], 404);
  });

  it('has defaults for credentials, application, and status', async () => {
    const read = await resultOf<MerchantStatus>(
      createSandbox({ seeds }),
      merchantStatus('store-7'),
    );
    assert.equal(read.status, 'LOCATION_DETAILS_ADDED');
  });

  it('has an onboarding link with the age of its seed', async () => {
    const merchant = { location: 'store-8', vertical: 'Dental' as const, addedDaysAgo: 12 };
    const now = () => Date.parse('2026-03-13T12:00:00Z');
    const sandbox = createSandbox({ seeds: [{ verticals: [], merchants: [merchant] }], now });
    const read = await resultOf<MerchantStatus>(sandbox, merchantStatus('store-8'));
    assert.deepEqual([read.creationDate, read.expiredInDays], ['2026-03-01', 18]);
  });

  it('distinguishes integrators by their key', async () => {
    const credentials = { 'svc-key': 'other-key', 'svc-secret': 'other-secret' };
    const other = { credentials, verticals: ['Eyewear' as const], merchants: [] };
    const sandbox = createSandbox({ seeds: [...seeds, other] });
    await resultOf(sandbox, payOverTimeLink({ location: 'store-7' }));
  });

  it('accepts only issued departments and platforms', async () => {
    const [integrator] = seeds;
    const issued = { ...integrator!, departments: ['7', 'parts'], sourcePlatforms: ['till'] };
    const sandbox = createSandbox({ seeds: [issued] });
    const location = 'store-7';
    await resultOf(sandbox, payOverTimeLink({ location, departmentId: 'parts' }));
    await resultOf(sandbox, prequalLink({ location, departmentId: 7, sourcePlatform: 'till' }));
    await resultOf(sandbox, merchantLocation({ sourcePlatform: 'till' }));
    for (const [status, send] of [
      [500, payOverTimeLink({ location, departmentId: '8' })],
      [500, payOverTimeLink({ location, sourcePlatform: 'desk' })],
      [500, prequalLink({ location, departmentId: 8 })],
      [400, merchantLocation({ location: 'store-8', sourcePlatform: 'desk' })],
    ] as const) {
      const response = await sendTo(sandbox, send);
      assert.equal(response.status, status);
      assert.match(response.headers.get('sandbox-reason') ?? '', /: Not issued/);
    }
  });

  const merchant = { location: 'a', vertical: 'Dental' };
  for (const [path, wrong] of [
    ['Empty', []],
    ['Must be a list', {}],
    ['0.merchants', [{ verticals: [] }]],
    ['0.verticals.0', [{ verticals: ['Bakery'], merchants: [] }]],
    ['0.merchants.0.vertical', [{ verticals: [], merchants: [{ location: 'a' }] }]],
    ['0.merchants.0.location', [{ verticals: [], merchants: [{ ...merchant, location: '..' }] }]],
    ['0.merchants.0', [{ verticals: [], merchants: [{ ...merchant, stat: 'TX' }] }]],
    ['0.merchants: Two have', [{ verticals: [], merchants: [merchant, merchant] }]],
    ['0.departments.0', [{ verticals: [], merchants: [], departments: [7] }]],
    ['Two have the same svc-key', [...seeds, ...seeds]],
  ] as const) {
    it(`rejects ${JSON.stringify(wrong)} with the path ${path}`, () => {
      assert.throws(
        () => createSandbox({ seeds: wrong as unknown as SandboxSeeds }),
        (error) => error instanceof InvalidOptionError && error.reason.includes(path),
      );
    });
  }
});
