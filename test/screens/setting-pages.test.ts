import {describe, expect, it} from 'vitest';
import {authPage} from '../../screens/auth/auth-page.ts';
import type {Page, Reader} from '../../screens/reader.ts';
import {screens} from '../../screens/registry.ts';
import {schedulesPage} from '../../screens/schedules/schedules-page.ts';
import {testListsPage} from '../../screens/testlists/test-lists-page.ts';
import {authenticationSamples} from '../../contract/samples/authentication.ts';
import {credentialSetSamples} from '../../contract/samples/credential-sets.ts';
import {scheduleSamples} from '../../contract/samples/schedules.ts';
import {testListSamples} from '../../contract/samples/test-lists.ts';
import {authStore} from '../../source/stores/auth.ts';
import {createDashboard} from '../../source/stores/create-dashboard.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import type {Place} from '../../source/stores/screen.ts';
import {allSchedules, schedulesStore} from '../../source/stores/schedules.ts';
import {everyList, testListsStore} from '../../source/stores/test-lists.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {createTestStores} from '../helpers/store-context.ts';

/** A dashboard at a place, over a service that answers the samples of the contract. */
function dashboardAt(place: Place): Dashboard {
	const world = createWorld({count: 3});
	const samples = {...authenticationSamples, ...credentialSetSamples, ...scheduleSamples, ...testListSamples};
	for (const [route, sample] of Object.entries(samples))
		world.answers[route] = wire => (sample as (wire: unknown) => unknown)(wire);
	const {context} = createTestStores(world);
	return createDashboard(context, {
		profile: 'default',
		endpoint: 'local',
		size: {columns: 80, rows: 24},
		start: {places: [{screen: 'projects'}, place], rowId: null},
		screens,
		onBatchEnd: () => undefined,
	});
}

/** Reads a page, and what its first choice says. */
async function read(dashboard: Dashboard, page: (reader: Reader) => Page): Promise<{lines: string[]; said: string[]}> {
	const said: string[] = [];
	const {lines, choices} = page({
		dashboard,
		from: 0,
		turnTo: () => undefined,
		say: words => said.push(...words),
	});
	const all = [...lines, ...choices.map(({label}) => label)];
	await choices[0]?.do();
	return {lines: all, said};
}

const {signal} = new AbortController();

describe('for screen readers', () => {
	it('auth is what calls send, the login, and each family', async () => {
		const dashboard = dashboardAt({screen: 'auth', projectId: 'prj_1'});
		expect((await read(dashboard, authPage)).lines[0]).toBe('Reading what calls authenticate with.');
		await dashboard.storeOf(authStore).load('prj_1', signal);
		const {lines, said} = await read(dashboard, authPage);
		expect(lines.slice(0, 4)).toEqual([
			'Every call sends auto-auth.',
			expect.stringMatching(/^Auto-auth: verified, verified /),
			'Families: 2',
			'Credential sets: 1',
		]);
		expect(said).toEqual([
			'/admin, 1 endpoint: API key sample…mple, from the family',
			'/orders, 1 endpoint: auto-auth, from the project',
		]);
	});

	it('schedules are read with their next run, and on choice with their runs', async () => {
		const dashboard = dashboardAt({screen: 'schedules', projectId: null});
		expect((await read(dashboard, schedulesPage)).lines[0]).toBe('Reading the schedules.');
		await dashboard.storeOf(schedulesStore).load(allSchedules, signal);
		const {lines, said} = await read(dashboard, schedulesPage);
		expect(lines[0]).toBe('1 schedule.');
		expect(lines[1]).toMatch(
			/^Sample nightly check, active, runs Sample shop API every day at 09:00, UTC, next .*02-01 09:00 UTC$/,
		);
		expect(said[0]).toMatch(/^passed, .*, 3 of 3 passed, bat_/);
	});

	it('test lists are read with their cases on choice', async () => {
		const dashboard = dashboardAt({screen: 'testlists', projectId: null});
		expect((await read(dashboard, testListsPage)).lines[0]).toBe('Reading the test lists.');
		await dashboard.storeOf(testListsStore).load(everyList, signal);
		const {lines, said} = await read(dashboard, testListsPage);
		expect(lines.slice(0, 2)).toEqual(['1 test list.', 'Sample release check, 1 case']);
		expect(said[0]).toMatch(/^Last run: .*, bat_/);
		expect(said[1]).toBe('an order can be paid, Sample shop API: passed');
	});
});
