import {join} from 'node:path';
import {beforeAll, expect, it} from 'vitest';
import {buildClient, dist, patienceMs} from '../acceptance/built-client.ts';
import {forgottenPosts, type Row} from './forgotten-posts/trial.mjs';

beforeAll(buildClient, patienceMs);

it('no write of a test that is interrupted goes without a word, and nothing else is deleted', async () => {
	const modes = ['cancel', 'child', 'parent', 'both'];
	const rows = await forgottenPosts({cli: join(dist, 'cli.js'), modes, moments: 1, tests: 3, maxMs: 500});
	const wrong = ({mode, unlisted, doubled, canariesLost, infra}: Row) => ({
		mode,
		unlisted,
		doubled,
		canariesLost,
		infra,
	});
	expect(rows.map(wrong)).toEqual(modes.map(mode => ({mode, unlisted: 0, doubled: 0, canariesLost: 0, infra: 0})));
	expect(rows.every(({writes}) => writes > 0)).toBe(true);
});
