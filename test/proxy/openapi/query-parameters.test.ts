import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as z from 'zod';
import { createQueryParameters } from '../../../build/openapi/schemas.js';

it('createQueryParameters() marks a required parameter, and takes the description of its schema', () => {
  const query = z.strictObject({
    since: z.string().describe('A date.'),
    location: z.string().optional(),
  });
  const [since, location] = createQueryParameters(query);
  assert.deepEqual(since, {
    name: 'since',
    in: 'query',
    required: true,
    description: 'A date.',
    schema: { type: 'string', maxLength: 256, minLength: 1 },
  });
  assert.ok(!('required' in location!));
});
