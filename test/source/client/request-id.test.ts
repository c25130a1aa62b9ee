import fc from '../../helpers/properties.ts';
import {expect, it} from 'vitest';
import {mintRequestId} from '../../../source/client/request-id.ts';

const uuid4 = /^cli_[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('is a UUID of version 4 whatever chance gives', () => {
	fc.assert(
		fc.property(fc.infiniteStream(fc.double({min: 0, max: 1, maxExcluded: true, noNaN: true})), chances => {
			expect(mintRequestId(() => chances.next().value as number)).toMatch(uuid4);
		}),
	);
});

it('differs from one request to the next', () => {
	const ids = Array.from({length: 1000}, () => mintRequestId(Math.random));
	expect(new Set(ids).size).toBe(1000);
});
