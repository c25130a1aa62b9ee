import {join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {buildClient, dist, patienceMs} from '../acceptance/built-client.ts';
import {amount, seedOf} from '../helpers/chance.ts';
import {killTable} from './cleanup-kills/table.mjs';

const kills = amount(3, 20);

beforeAll(buildClient, patienceMs);

describe('the small kill table of cleanup', () => {
	it(`sends no DELETE without its credential, makes nothing twice and leaves nothing, ${kills} kills long`, async () => {
		const rows = await killTable(join(dist, 'cli.js'), {kills, seed: seedOf(1)});
		expect(rows.map(({ok, cards}) => (ok ? 'clean' : cards))).toEqual(rows.map(() => 'clean'));
		expect(rows).toHaveLength(kills);
	});
});
