import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isSupportedState,
  territoryOfZipcode,
  unsupportedStates,
  verticals,
} from '../../src/contract/index.js';

describe('isSupportedState()', () => {
  const territories = ['AS', 'GU', 'MP', 'PR', 'VI'];

  for (const vertical of verticals) {
    const isHomeServices = vertical === 'Home_Services';
    it(`excludes the U.S. territories ${isHomeServices ? 'and WV ' : ''}for ${vertical}`, () => {
      for (const state of territories) assert.equal(isSupportedState(vertical, state), false);
      assert.equal(isSupportedState(vertical, 'WV'), !isHomeServices);
      const unsupported = isHomeServices ? [...territories, 'WV'] : territories;
      assert.deepEqual(unsupportedStates(vertical), unsupported);
    });
  }

  // oxfmt-ignore
  const written = [
    'pr', ' PR ', 'Puerto Rico', 'PUERTO RICO', 'Guam', 'U.S. Virgin Islands',
    'Virgin Islands of the United States', 'P.R.', 'p. r.', 'US-PR', 'us-gu', 'V.I.', 'A.S.', 'M.P.',
    'G.U.', 'USVI', 'American Samoa', 'CNMI', 'Northern Mariana Islands',
    'Commonwealth of the Northern Mariana Islands', 'Territory of Guam', 'P\u200bR',
    'Puerto\u00a0Rico', 'ＰＲ', 'San Juan, PR', 'San Juan, P.R.', 'San Juan PR 00901',
    'San Juan, PR 00901-1234', 'San Juan, Puerto Rico, USA', 'Puerto Rico (PR)', 'PR - Puerto Rico',
    'PR/USA',
  ];
  for (const state of written) {
    it(`recognizes ${JSON.stringify(state)}`, () => {
      assert.equal(isSupportedState('General_Retail', state), false);
    });
  }

  it('distinguishes West Virginia and Virginia', () => {
    assert.equal(isSupportedState('Home_Services', 'West Virginia'), false);
    for (const state of ['Virginia', 'VA']) {
      assert.equal(isSupportedState('Home_Services', state), true);
    }
  });

  it('accepts unknown states, and states that look like a territory', () => {
    for (const state of [
      'Atlantis',
      'constructor',
      'Reno, NV',
      'US-CA',
      'N.Y.',
      'New Mexico',
      'Virginia',
      'PRX',
      'Spring',
    ]) {
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

  it("is undefined for a state, for Palau and its neighbors, and for text that isn't a ZIP code", () => {
    const others = ['00501', '01001', '33009', '96701', '96898', '96939', '96941', '96960'];
    for (const text of [...others, '', '601', '0090', '009011', '00901-12', 'PR 00901', '00٩01']) {
      assert.equal(territoryOfZipcode(text), undefined, text);
    }
  });
});
