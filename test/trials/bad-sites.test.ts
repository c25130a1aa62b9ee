import {join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {buildClient, dist, patienceMs} from '../acceptance/built-client.ts';
import {badSiteTable} from './bad-sites/table.mjs';

beforeAll(buildClient, patienceMs);

describe('pages that do a browser harm, in one batch of the built service', () => {
	it('each comes to its specified end, the plan after it runs, and nothing is told or left', async () => {
		const {rows, ...rest} = await badSiteTable(join(dist, 'cli.js'), {isShort: true});
		expect(rows.filter(({ok}) => !ok)).toEqual([]);
		expect(rows.length).toBeGreaterThan(9);
		expect(rest).toMatchObject({visits: [], files: [], processes: 0});
	});
});
