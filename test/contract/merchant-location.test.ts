import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  BusinessAddressSchema,
  BusinessRepresentativeSchema,
  isSupportedState,
  MerchantLocationRequestSchema,
  MerchantLocationSchema,
  MerchantStatusSchema,
  territoryOfZipcode,
  unsupportedStates,
  verticals,
  VerticalSchema,
} from '../../src/contract/index.js';
import { describeFields } from './describe-fields.js';

/** "Verticals (exact values)" of the service document. */
const documentedVerticals = [
  'Car_Dealerships',
  'Car_Services',
  'Veterinary',
  'Motorsports_Parts_and_Services',
  'Dental',
  'Eyewear',
  'Home_Services',
  'Med_Spa',
  'Bridal',
  'General_Retail',
  'Jewelry_and_Watches',
  'Legal_Services',
  'Medical_Office',
  'Hospital_Health_System',
] as const;

describe('the merchant location creation request', () => {
  describeFields(
    MerchantLocationRequestSchema,
    { location: 'text', vertical: { example: 'Dental' }, representativeDetails: { example: {} } },
    {
      sendSMS: 'boolean',
      legalName: 'text',
      businessName: 'text',
      businessAddress: { example: {} },
      sourcePlatform: 'text',
    },
  );
});

describe('BusinessRepresentative', () => {
  describeFields(
    BusinessRepresentativeSchema,
    {},
    { firstName: 'text', lastName: 'text', phoneNumber: 'text', email: 'text' },
  );
});

describe('AddressDetails of a business', () => {
  describeFields(
    BusinessAddressSchema,
    {},
    { address: 'text', city: 'text', state: 'text', zipcode: 'text', suite: 'text' },
  );
});

describe('Verticals', () => {
  it('are the 14 of the service document', () => {
    assert.deepEqual(verticals, documentedVerticals);
  });

  for (const wrong of ['dental', 'Dental ', 'Medical Office', 'Retail', '']) {
    it(`know no ${JSON.stringify(wrong)}`, () => {
      assert.ok(!VerticalSchema.safeParse(wrong).success);
    });
  }
});

describe('the merchant location record', () => {
  const created = {
    location: 'a',
    url: 'https://join.example/b',
    creationDate: '2026-05-01',
    status: 'CREATED',
  };
  const read = { ...created, expiredInDays: 30, expirationDate: '2026-05-31' };

  it('of a creation has no expiry', () => {
    assert.deepEqual(MerchantLocationSchema.parse(created), created);
    for (const field of Object.keys(created)) {
      assert.ok(
        !MerchantLocationSchema.safeParse({ ...created, [field]: undefined }).success,
        field,
      );
    }
  });

  it('of a status read has one', () => {
    assert.deepEqual(MerchantStatusSchema.parse(read), read);
    assert.ok(!MerchantStatusSchema.safeParse({ ...read, expiredInDays: '30' }).success);
  });

  for (const expirationDate of [undefined, null, '']) {
    it(`of a status read may have no expiration date: ${JSON.stringify(expirationDate)}`, () => {
      const parsed = MerchantStatusSchema.parse({ ...read, expirationDate });
      assert.deepEqual(parsed, {
        ...read,
        expirationDate: expirationDate === '' ? null : expirationDate,
      });
    });
  }

  for (const status of ['CREATED', 'LOCATION_DETAILS_ADDED', 'ACTIVATED', 'SOMETHING_NEW']) {
    it(`may be in the state ${status}: the list is open`, () => {
      assert.equal(MerchantStatusSchema.parse({ ...read, status }).status, status);
    });
  }

  for (const date of ['2026-02-30', '05/01/2026', '2026-5-1', '2026-05-01T00:00:00Z', 20260501]) {
    it(`has no dates like ${date}`, () => {
      assert.ok(!MerchantStatusSchema.safeParse({ ...read, creationDate: date }).success);
      assert.ok(!MerchantStatusSchema.safeParse({ ...read, expirationDate: date }).success);
    });
  }
});

describe('isSupportedState()', () => {
  const territories = ['AS', 'GU', 'MP', 'PR', 'VI'];

  for (const vertical of documentedVerticals) {
    it(`takes no ${vertical} in the U.S. territories`, () => {
      for (const state of territories)
        assert.equal(isSupportedState(vertical, state), false, state);
    });

    const exception = vertical === 'Home_Services';
    it(`takes ${exception ? 'no ' : ''}${vertical} in WV`, () => {
      assert.equal(isSupportedState(vertical, 'WV'), !exception);
      assert.deepEqual(
        unsupportedStates(vertical),
        exception ? [...territories, 'WV'] : territories,
      );
    });
  }

  it('takes Home Services in the neighbor of WV', () => {
    assert.equal(isSupportedState('Home_Services', 'VA'), true);
  });

  for (const written of [
    'pr',
    ' PR ',
    'Puerto Rico',
    'PUERTO RICO',
    'Guam',
    'U.S. Virgin Islands',
    'Virgin Islands of the United States',
    'P.R.',
    'p. r.',
    'US-PR',
    'us-gu',
    'V.I.',
    'A.S.',
    'M.P.',
    'G.U.',
    'USVI',
    'American Samoa',
    'CNMI',
    'Northern Mariana Islands',
    'Commonwealth of the Northern Mariana Islands',
    'Territory of Guam',
    'P\u200bR',
    'Puerto\u00a0Rico',
    'ＰＲ',
    'San Juan, PR',
    'San Juan, P.R.',
    'San Juan PR 00901',
    'San Juan, PR 00901-1234',
    'San Juan, Puerto Rico, USA',
    'Puerto Rico (PR)',
    'PR - Puerto Rico',
    'PR/USA',
  ]) {
    it(`understands ${JSON.stringify(written)}`, () => {
      assert.equal(isSupportedState('General_Retail', written), false);
    });
  }

  it('understands "West Virginia", and does not take Virginia for it', () => {
    assert.equal(isSupportedState('Home_Services', 'West Virginia'), false);
    assert.equal(isSupportedState('Home_Services', 'Virginia'), true);
  });

  it('leaves a state that it does not know to the service', () => {
    assert.equal(isSupportedState('General_Retail', 'Atlantis'), true);
    assert.equal(isSupportedState('General_Retail', 'constructor'), true);
  });

  it('takes no state for a territory', () => {
    for (const state of ['Reno, NV', 'US-CA', 'N.Y.', 'New Mexico', 'Virginia', 'PRX', 'Spring']) {
      assert.equal(isSupportedState('General_Retail', state), true, state);
    }
  });
});

describe('territoryOfZipcode()', () => {
  const territories = {
    PR: ['00601', '00725', '00901', '00988', ' 00901-1234 ', '009011234'],
    VI: ['00801', '00851'],
    AS: ['96799', '96799-0001'],
    GU: ['96910', '96929', '96932'],
    MP: ['96950', '96952'],
  };
  for (const [territory, zipcodes] of Object.entries(territories)) {
    it(`is ${territory} for ${zipcodes.join(', ')}`, () => {
      for (const zipcode of zipcodes) assert.equal(territoryOfZipcode(zipcode), territory, zipcode);
    });
  }

  it('is none for a state, for Palau and its neighbors, and for what is no ZIP code', () => {
    const others = ['00501', '01001', '33009', '96701', '96898', '96939', '96941', '96960'];
    for (const text of [...others, '', '601', '0090', '009011', '00901-12', 'PR 00901', '00٩01']) {
      assert.equal(territoryOfZipcode(text), undefined, text);
    }
  });
});
