import {beforeAll, describe, expect, it} from 'vitest';
import {buildClient, dist, patienceMs} from '../acceptance/built-client.ts';
import {ownershipTrial, verdictOf} from './ownership/trial.mjs';

beforeAll(buildClient, patienceMs);

describe('the small trial of ownership', () => {
	it('holds its bars on three random suites, twice each', async () => {
		const {rows, problems} = await ownershipTrial({dist, suites: [1, 2, 3], runs: 2, size: 14});
		const {total, share} = verdictOf(rows);
		const found = problems.join('\n');
		expect(total.tests, found).toBeGreaterThan(60);
		expect(total.made, found).toBeGreaterThan(60);
		// What others own is not touched, nothing that is left is missing from the list, and no call goes without a word.
		expect(total.touched, found).toBe(0);
		expect(total.unlisted, found).toBe(0);
		expect(total.silent, found).toBe(0);
		expect(total.wrongReason, found).toBe(0);
		// Nothing is deleted that nobody could have known to be the batch's own.
		expect(total.unproven, found).toBe(0);
		expect(share, found).toBeGreaterThanOrEqual(0.95);
	});
});
